"""Pages in other scripts and encodings."""
# ruff: noqa: E501 - pages are written as pages are

from replay_parts.pages.parts import CSS, HTML, Files, page, pictures, png


def languages() -> dict[str, Files]:
    japanese = "港の倉庫に米と塩が運ばれた。船は九時に出た。" * 12
    russian = "Паром ушёл в девять, пекарь подметал крыльцо, чайки стояли на стене. " * 10
    return {
        "shift-jis": {
            "": (
                "text/html",
                (
                    "<html><head><meta http-equiv=content-type content='text/html; charset=Shift_JIS'>"
                    "<link rel=stylesheet href=s.css><title>港</title></head>"
                    f"<body><h1>港の話</h1><p>{japanese}</p><img src='pic?q=港'><img src='港.png'></body></html>"
                ).encode("cp932"),
            ),
            "s.css": (
                CSS,
                "@charset \"Shift_JIS\";h1::before{content:'■印 ';color:red}p{background:url(pic?c=船)}".encode(
                    "cp932"
                ),
            ),
            "pic": ("image/png", png(60)),
            "%E6%B8%AF.png": ("image/png", png(61)),
        },
        "windows-1251": {
            "": (
                "text/html; charset=windows-1251",
                f"<title>Порт</title><h1>Порт</h1><p>{russian}</p><img src='pic?q=порт'>".encode(
                    "cp1251"
                ),
            ),
            "pic": ("image/png", png(62)),
        },
        "chinese": {
            "": (
                HTML,
                page("<p>" + "渡轮九点离港,面包师在门口扫地。" * 20 + "</p><img src=63.png>"),
            ),
            **pictures(63),
        },
        "arabic-rtl": {
            "": (
                HTML,
                page(
                    "<div dir=rtl lang=ar><p>"
                    + "غادرت العبارة في التاسعة وكان الخباز يكنس عتبته. " * 10
                    + "</p><img src=64.png align=left></div>"
                ),
            ),
            **pictures(64),
        },
        "vertical": {
            "": (
                HTML,
                page(
                    f"<div style='writing-mode:vertical-rl;height:400px'>{japanese}"
                    "<ruby>港<rt>みなと</rt></ruby></div>"
                ),
            )
        },
    }
