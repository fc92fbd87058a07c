"""Chinese for what the drivers say."""

_AT = "{file}: {place}: "

MESSAGES: dict[str, str] = {
    "no such file: {file}": "没有这个文件：{file}",
    "`{agent}` is a person: the answer comes by `mesh reply`":
        "`{agent}` 是真人：请等对方用 `mesh reply` 回复",
    "no driver is called `{name}`": "没有名为 `{name}` 的驱动",
    "there are: {known}": "可用的有：{known}",
    "did you mean {near}?": "是不是想写 {near}？",
    "the driver `{name}` (`{value}`) cannot be loaded: {why}": "驱动 `{name}`（`{value}`）无法加载：{why}",
    "reinstall or update the package that brings it": "请重新安装或升级提供它的软件包",
    "`{name}` is no driver: it lacks `run` or `missing`": "`{name}` 不是驱动：缺少 `run` 或 `missing`",
    "cannot start `{program}`: {why}": "无法启动 `{program}`：{why}",
    "check the command in the agent's card": "请检查该 agent 名片中的命令",
    "the program `{program}` is not found": "找不到程序 `{program}`",
    "install it, or correct `command` in the agent's card": "请安装它，或改正该 agent 名片中的 `command`",
    "stopped by the runtime": "已被运行时叫停",
    "the program wrote more than {limit} KiB to its standard output; "
    "let it write a file and name that in its answer":
        "程序写到标准输出的内容超过 {limit} KiB；请让它写入文件，在回复里给出文件名",
    "the time limit of {limit} s is over; raise `timeout` in the agent's card to allow more":
        "已超过 {limit} 秒的时限；如需更久，请调大该 agent 名片中的 `timeout`",
    "the time limit of {limit} s is over; raise `guards.wall_s` in mesh.yaml to allow more":
        "已超过 {limit} 秒的时限；如需更久，请调大 mesh.yaml 中的 `guards.wall_s`",
    "the program ended with exit status {code}": "程序以退出码 {code} 结束",
    "the program was ended by the signal {name}": "程序被信号 {name} 终止",
    "its standard error ended with:": "其标准错误的末尾：",
    _AT + "`{key}` is not a known key; did you mean `{near}`?":
        "{file}：{place}：没有 `{key}` 这个键；是不是想写 `{near}`？",
    _AT + "`{key}` is not a known key; possible: {known}":
        "{file}：{place}：没有 `{key}` 这个键；可用的有：{known}",
    _AT + "must be a list": "{file}：{place}：必须是列表",
    _AT + "must be a mapping with `when` and `do`":
        "{file}：{place}：必须是含 `when` 和 `do` 的映射",
    _AT + "must be a list of steps": "{file}：{place}：必须是步骤的列表",
    _AT + "must be a mapping": "{file}：{place}：必须是映射",
    _AT + "must be a text, a number or a list of them":
        "{file}：{place}：必须是文本、数字，或由它们组成的列表",
    _AT + "must be a mapping such as `say: hello`": "{file}：{place}：必须是映射，例如 `say: 你好`",
    _AT + "must hold exactly one step": "{file}：{place}：必须恰好包含一个步骤",
    _AT + "must be true or false": "{file}：{place}：必须是 true 或 false",
    _AT + "`{key}` is missing": "{file}：{place}：缺少 `{key}`",
    _AT + "must be one of {allowed}": "{file}：{place}：必须是下列之一：{allowed}",
    _AT + "{name} stands for nothing; did you mean {near}?":
        "{file}：{place}：{name} 没有对应的值；是不是想写 {near}？",
    _AT + "{name} stands for nothing; a backslash before it keeps it as it is":
        "{file}：{place}：{name} 没有对应的值；如需原样保留，请在前面加反斜杠",
    _AT + "must be text; put a number in quotes": "{file}：{place}：必须是文本；数字请加引号",
    _AT + "must be a text or a list of texts": "{file}：{place}：必须是文本或文本的列表",
    _AT + "must be a number of seconds": "{file}：{place}：必须是秒数",
    _AT + "must be a whole number from 1": "{file}：{place}：必须是从 1 起的整数",
    _AT + "must be a whole number": "{file}：{place}：必须是整数",
    _AT + "must be the number or the words of a step": "{file}：{place}：必须是步骤的编号或文字",
    _AT + "must be a list of mappings": "{file}：{place}：必须是映射的列表",
    "{file}: `{key}` is not a known key; did you mean `{near}`?":
        "{file}：没有 `{key}` 这个键；是不是想写 `{near}`？",
    "{file}: `{key}` is not a known key; possible: {known}": "{file}：没有 `{key}` 这个键；可用的有：{known}",
    "{file}: `rules` is missing or empty": "{file}：缺少 `rules`，或其中没有规则",
    "the script `{file}` is not found": "找不到脚本 `{file}`",
    "looked in the agent's home and in the work folder": "已在 agent 的主目录和工作目录中查找",
    "the guide to script files is in docs/scripts.md": "脚本文件的写法见 docs/scripts.md",
    "no rule of `{file}` fits: {facts}": "`{file}` 中没有匹配的规则：{facts}",
    "rule {rule}, step {step} (`{name}`) failed: {why}": "规则 {rule} 第 {step} 步（`{name}`）失败：{why}",
}  # fmt: skip
