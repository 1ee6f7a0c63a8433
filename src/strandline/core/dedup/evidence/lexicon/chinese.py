"""Chinese words that carry meaning for evidence, in Simplified characters."""

CHINESE = """
function
    的, 了, 在, 是, 和, 与, 及, 等, 已, 将, 把, 被, 对, 为, 于, 从, 向, 到, 至, 由, 以, 就, 也,
    都, 又, 再, 还, 更, 很, 最, 这, 那, 其, 他, 她, 它, 们, 我, 你, 之, 而, 或, 但, 并, 吗, 呢,
    吧, 啊, 啦, 着, 过, 地, 得, 个, 后, 前, 中, 里, 上, 下, 内, 外, 让, 给, 用, 会, 要, 能, 可,
    有, 来, 去, 名, 位, 起, 次, 时, 正式, 最新, 消息, 快讯, 通报, 如何, 什么, 怎么, 为何, 为什么,
    正在, 已经, 目前, 今日, 今天, 今, 据, 称, 表示, 宣布, 发布, 近日, 日前, 刚刚, 突发, 官方,
    官宣, 因, 致, 则, 该, 此, 所, 约, 近, 超, 逾, 仅, 共, 全
plain
    不过, 不仅, 不断, 不错, 不少, 不同, 对不起, 不久, 不禁, 不妨, 不料, 不惜, 不愧, 不止, 不只,
    不但, 不论, 不管, 不如, 不时, 不动产, 不锈钢, 不得不, 了不起, 差不多, 要不要, 是不是, 能不能,
    会不会, 好不好, 不尽, 无人机, 无锡, 无论, 无限, 无线, 无数, 无疑, 无缘, 无比, 无奈, 未来,
    未成年, 未必, 非洲, 非常, 非法, 非凡, 非遗, 南非, 没收, 淹没, 沉没, 出没, 没落, 埋没, 未婚,
    无障碍, 无人驾驶, 不忘, 不忍, 不惑, 不易, 不解, 不满
negator
    不, 没, 没有, 未, 无, 非, 勿, 莫, 别, 并未, 从未, 尚未, 绝不, 不再, 不会, 不能, 不是, 不要,
    无法, 拒绝, 拒不, 禁止, 未能, 未获, 免
near:about
    约, 近, 将近, 大约, 左右, 接近, 约为, 估计
near:over
    超, 超过, 逾, 突破, 至少, 多达, 高达, 以上, 破
near:under
    不足, 不到, 低于, 少于, 至多, 以下
pole:direction:up
    上涨, 上调, 涨, 上升, 升, 增长, 增加, 攀升, 飙升, 大涨, 暴涨, 走高, 提高, 提升, 加息, 反弹,
    回升, 上行, 扩大, 增, 涨价, 涨停, 高开, 收涨, 升值, 升级, 升温, 上浮, 转正, 加码, 看涨, 看多,
    增持, 激增, 猛增, 上扬, 升至, 扩张, 涨幅, 涨超, 多增, 翻倍
pole:direction:down
    下跌, 下调, 跌, 下降, 降, 减少, 下滑, 暴跌, 大跌, 走低, 降低, 降息, 降准, 回落, 下行, 缩小,
    减, 降价, 跌停, 低开, 收跌, 贬值, 降级, 降温, 下浮, 转负, 看跌, 看空, 减持, 锐减, 骤降, 跳水,
    降至, 收缩, 萎缩, 跌幅, 跌超, 腰斩, 缩水, 减税, 缩减, 下挫
pole:direction:flat
    维持不变, 不变, 持平, 按兵不动, 企稳, 维持, 保持不变, 平开, 横盘
pole:outcome:win
    战胜, 击败, 胜, 大胜, 险胜, 力克, 完胜, 夺冠, 获胜, 取胜, 赢, 逆转, 横扫, 晋级, 连胜, 绝杀,
    打败, 问鼎, 完爆, 首胜, 胜诉, 赢得, 轻取, 爆冷击败
pole:outcome:lose
    不敌, 负, 输给, 败给, 惨败, 落败, 输, 负于, 出局, 淘汰, 连败, 憾负, 失利, 惜败, 首败, 败诉,
    告负, 无缘, 止步, 被逆转, 被横扫, 大败
pole:goals:2
    梅开二度, 独中两元, 双响
pole:goals:3
    帽子戏法, 三响
pole:outcome:draw
    战平, 平局, 握手言和, 逼平, 闷平
pole:vote:yes
    通过, 批准, 同意, 赞成, 支持, 接受, 核准, 获批, 过会, 认可, 赞同, 准许, 欢迎, 点赞, 采纳, 签署
pole:vote:no
    否决, 拒绝, 驳回, 反对, 未通过, 不同意, 不支持, 不批准, 撤销, 抵制, 被否, 不予, 不接受, 退回,
    谴责, 批评, 抗议, 搁置, 未获通过, 不通过
pole:open:open
    恢复营业, 对外开放, 开放, 开业, 开园, 开通, 重开, 重启, 开馆, 开市, 开门, 开启, 开, 恢复开放,
    重新开放, 开学, 解封, 通车, 开工, 开机, 开盘, 开幕, 开播, 开庭, 启用, 投用, 复工, 复课, 复产
pole:open:shut
    暂停开放, 停止开放, 不对外开放, 暂停营业, 停止营业, 关闭, 关停, 停业, 闭园, 闭馆, 关, 关门,
    停运, 封闭, 歇业, 闭店, 封, 封控, 封锁, 停课, 放假, 停工, 停产, 关机, 收盘, 闭幕, 停播, 休庭,
    停用, 停航, 封城
pole:custody:held
    被捕, 逮捕, 拘留, 被拘, 刑拘, 入狱, 落网, 抓获, 羁押, 行拘, 批捕, 收监, 扣押, 扣留, 绑架,
    拘捕, 归案, 被抓, 监视居住, 被查, 被判, 获刑, 判刑
pole:custody:free
    获释, 释放, 出狱, 保释, 无罪释放, 越狱, 假释, 解除拘留, 取保候审, 获救, 放行, 特赦, 刑满释放
pole:guilt:guilty
    有罪, 定罪, 认罪, 罪成, 罪名成立
pole:guilt:clear
    无罪, 脱罪, 不认罪, 罪名不成立, 清白, 撤诉, 不起诉, 免罪
pole:claim:yes
    证实, 承认, 确认, 坦言, 认定, 表示, 声称, 宣称, 属实, 坐实, 自曝
pole:claim:no
    否认, 辟谣, 驳斥, 不实, 假消息, 谣言, 澄清, 回应称不, 不属实, 系谣言, 非事实
pole:start:start
    启动, 开始, 开赛, 恢复, 重启, 上线, 开售, 首发, 开打, 打响, 揭幕, 启程, 开拍, 发售, 开建,
    出台, 实施, 推出, 复航, 复赛, 复牌, 上市, 上映, 定档
pole:start:stop
    结束, 停止, 暂停, 取消, 中止, 终止, 叫停, 推迟, 延期, 落幕, 收官, 杀青, 停售, 下线, 停牌,
    退市, 撤档, 废止, 搁浅, 停办, 延迟, 下架, 缓行
pole:join:join
    加盟, 加入, 签约, 回归, 入职, 上任, 就任, 留任, 续约, 复出, 留队, 履新, 重返, 入驻, 进入,
    入选, 抵达
pole:join:leave
    离开, 退出, 离职, 辞职, 辞任, 卸任, 离队, 退役, 解约, 离任, 撤出, 出走, 跳槽, 退赛, 落选,
    请辞, 下课, 退休, 撤离
pole:law:allow
    允许, 放开, 解禁, 准许, 合法化, 放宽, 松绑, 取消限制, 豁免, 解除, 放松
pole:law:ban
    禁止, 不允许, 封禁, 严禁, 禁, 限制, 收紧, 禁用, 禁售, 非法, 不得, 限购, 限行, 禁令, 制裁, 加强
pole:trade:buy
    收购, 买入, 购入, 买, 购买, 入股, 进口, 净买入, 净流入, 竞得
pole:trade:sell
    出售, 卖出, 抛售, 卖, 清仓, 转让, 出口, 净卖出, 净流出, 套现
pole:staff:hire
    任命, 聘任, 录用, 招聘, 当选, 升任, 出任, 提拔, 扩招, 招募
pole:staff:fire
    解雇, 裁员, 免职, 开除, 罢免, 撤职, 解聘, 炒鱿鱼, 停职, 革职, 双开
pole:life:dead
    死亡, 遇难, 身亡, 去世, 逝世, 丧生, 病逝, 离世, 遇害, 罹难, 死, 致死, 牺牲, 殉职
pole:life:alive
    生还, 幸存, 获救, 救出, 活着, 健在, 脱险, 康复, 诞生, 出生, 治愈, 出院, 平安
pole:found:found
    找到, 寻获, 发现, 找回, 现身
pole:found:lost
    失踪, 失联, 下落不明, 走失, 遗失, 丢失, 消失
pole:money:profit
    盈利, 利润, 顺差, 获利, 赚, 扭亏, 预盈, 净赚
pole:money:loss
    亏损, 逆差, 赤字, 赔, 亏, 预亏, 净亏, 巨亏
pole:success:yes
    成功, 达成, 完成, 顺利, 圆满, 达标
pole:success:no
    失败, 未果, 告吹, 破裂, 流产, 失利, 夭折, 未达标, 泡汤
pole:extreme:best
    最好, 最佳, 最强, 最美
pole:extreme:worst
    最差, 最糟, 最坏, 最弱, 最丑
pole:amount:most
    最高, 最多, 最大, 新高, 最长, 最快, 最贵, 最热
pole:amount:least
    最低, 最少, 最小, 新低, 最短, 最慢, 最便宜, 最冷
pole:time:before
    前夕, 之前, 赛前, 会前, 节前, 盘前, 婚前, 产前
pole:time:after
    之后, 赛后, 会后, 节后, 盘后, 婚后, 产后
pole:rank:first
    首, 首次, 首个, 首批, 首轮, 首日, 首发
pole:rank:last
    末, 最后, 末轮, 尾声, 收官
pole:venue:home
    主场
pole:venue:away
    客场
pole:compass:north
    北部, 北方, 北边
pole:compass:south
    南部, 南方, 南边
pole:compass:east
    东部, 东方, 东边
pole:compass:west
    西部, 西方, 西边
pole:sex:male
    国王, 王子, 男主角, 男演员, 男选手, 男子, 男, 男队, 男足, 男篮, 男排, 男单, 男双, 男星, 男童,
    父亲, 儿子, 丈夫, 哥哥, 弟弟, 男孩, 男乒, 爸爸, 男性, 男人
pole:sex:female
    女王, 公主, 女主角, 女演员, 女选手, 女子, 女, 女队, 女足, 女篮, 女排, 女单, 女双, 女星, 女童,
    母亲, 女儿, 妻子, 姐姐, 妹妹, 女孩, 女乒, 妈妈, 女性, 女人
pole:daytime:morning
    早报, 早间, 早盘, 上午, 凌晨, 清晨, 早上, 今早, 早安, 晨报, 早餐, 早知道, 早评, 早新闻
pole:daytime:noon
    午间, 午报, 中午, 午盘, 正午, 午评, 午餐
pole:daytime:afternoon
    下午, 午后, 尾盘
pole:daytime:evening
    晚报, 晚间, 今晚, 晚上, 夜间, 傍晚, 夜盘, 晚安, 深夜, 晚餐, 夜报, 复盘, 晚新闻
pole:half:first
    上半年, 上半场, 上半月, 上旬, 上学期, 上季度
pole:half:middle
    中旬
pole:half:second
    下半年, 下半场, 下半月, 下旬, 下学期, 下季度
pole:import:import
    进口
pole:import:export
    出口
pole:round:final
    决赛, 总决赛
pole:round:semifinal
    半决赛, 四强
pole:round:quarterfinal
    四分之一决赛, 八强
pole:medal:gold
    金牌, 冠军, 摘金, 夺金
pole:medal:silver
    银牌, 亚军, 摘银, 夺银
pole:medal:bronze
    铜牌, 季军, 摘铜, 夺铜
pole:ownership:public
    公立, 国有, 公办, 国企, 央企, 公募
pole:ownership:private
    私立, 民营, 民办, 民企, 私企, 私募
pole:heat:hot
    高温, 炎热, 升温
pole:heat:cold
    低温, 寒潮, 寒冷, 降温
pole:mood:hope
    乐观, 看好, 信心, 利好
pole:mood:fear
    悲观, 看衰, 担忧, 恐慌, 利空
pole:age:young
    儿童, 少年, 青少年, 少儿, 青年, 小孩, 孩子, 未成年人, 幼儿, 婴儿
pole:age:old
    老人, 老年, 老年人, 长者, 成年人, 老汉, 大爷, 大妈
pole:level:kindergarten
    幼儿园
pole:level:primary
    小学, 小学生
pole:level:middle
    初中, 中考, 中学
pole:level:secondary
    高中, 高考
pole:level:university
    大学, 大学生, 考研, 高校
pole:weather:rain
    降雨, 暴雨, 大雨, 小雨, 中雨, 下雨, 雨
pole:weather:snow
    降雪, 暴雪, 大雪, 小雪, 中雪, 下雪, 雪
pole:weather:sun
    晴, 晴天, 放晴, 多云
pole:fuel:petrol
    汽油
pole:fuel:diesel
    柴油
noun:dead
    死亡, 遇难, 身亡, 丧生, 死, 罹难
noun:injured
    受伤, 伤, 重伤, 轻伤
noun:missing
    失踪, 失联
noun:cases
    确诊, 病例, 感染, 感染者, 无症状, 确诊病例, 本土病例, 阳性
noun:arrests
    被捕, 被拘, 抓获, 落网
noun:jobs
    岗位, 裁员, 员工, 职位
stage:arrest
    批捕, 被捕, 逮捕, 抓获, 落网, 刑拘, 行拘, 归案, 拘留, 被抓
stage:charge
    起诉, 被控, 提起公诉, 公诉, 指控, 立案
stage:trial
    开庭, 受审, 庭审, 审理, 出庭, 一审开庭
stage:verdict
    判决, 宣判, 一审, 二审, 获刑, 判刑, 被判, 终审, 定罪
stage:appeal
    上诉, 抗诉, 申诉, 再审
stage:funeral
    葬礼, 追悼会, 告别仪式, 悼念, 追思, 哀悼, 出殡, 默哀, 追悼
stage:inquiry
    调查, 调查组, 彻查, 原因, 核查, 介入调查, 尸检
stage:rescue
    救援, 搜救, 搜寻, 被困
stage:aftermath
    善后, 重建, 周年, 一周年, 赔偿, 追责, 后续, 复盘
stage:reaction
    回应, 反应, 道歉, 致歉, 发声, 慰问, 表态
same:plan
    拟, 计划, 打算, 有意
stage:found
    遗体, 寻获, 被找到
same:reveal
    发布, 亮相, 曝光, 公布, 揭晓, 推出, 公开, 官宣, 宣布
same:firm
    公司, 企业, 集团
same:police
    警方, 公安, 民警, 警察
same:quake
    地震
same:airport
    机场
same:probe
    调查, 彻查
same:sports
    球队, 球迷
same:launch
    发射, 升空, 升天
same:build
    设厂, 建厂
weekday:1
    周一, 星期一, 礼拜一
weekday:2
    周二, 星期二, 礼拜二
weekday:3
    周三, 星期三, 礼拜三
weekday:4
    周四, 星期四, 礼拜四
weekday:5
    周五, 星期五, 礼拜五
weekday:6
    周六, 星期六, 礼拜六
weekday:7
    周日, 周天, 星期日, 星期天, 礼拜天
season:1
    春季, 春天
season:2
    夏季, 夏天
season:3
    秋季, 秋天
season:4
    冬季, 冬天
passive
    被, 遭, 获
versus
    对阵, 迎战, 对战, 大战, 对决
modifier
    副, 前任, 原, 假, 伪, 演习, 演练, 模拟, 疑似, 青年队, u23, u21, u19, u20, u17, 国奥, 残奥,
    轮椅, 预告, 代理, 候任, 荣誉, 助理, 反, 室内, 线上, 预备队, 二队, 未遂, 孕妇, 总
"""
