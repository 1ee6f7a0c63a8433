"""Things that come in versions, and who makes them: the number behind such a name is its own."""

#: Under `product:=` and `body:=` every form is its own.
PRODUCTS = """
product:=
    iphone, ipad, ipados, ios, macos, macbook, galaxy, pixel, android, windows, playstation, ps,
    gpt, chatgpt, claude, gemini, llama, deepseek, qwen, mate, model, falcon, starship, artemis,
    shenzhou, 神舟, 天舟, 嫦娥, 长征, 星舰, 猎鹰, 阿尔忒弥斯, 通义千问, 深度求索
body:=
    airbus, 空客, boeing, 波音, tesla, 特斯拉, ford, 福特, xiaomi, 小米, huawei, 华为, 荣耀,
    比亚迪, 三星
"""
