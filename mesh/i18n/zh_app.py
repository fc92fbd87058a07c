"""Chinese for what the mail says: sending, speaking in tasks, agents, settings, files and their formats."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    # sending
    "the text is empty": "正文是空的",
    "say what is to be done, or attach a file": "请写明要做什么，或附上文件",
    "no priority `{value}`": "没有 `{value}` 这个优先级",
    "no level `{value}`": "没有 `{value}` 这个等级",
    "no state `{value}`": "没有 `{value}` 这个状态",
    "the subject must be one line of at most {limit} characters": "主题只能是一行，最多 {limit} 个字符",
    "put the rest into the text": "其余内容请写进正文",
    "`{to}` takes no mail from `{sender}`: it accepts {allowed}":
        "`{to}` 不接收 `{sender}` 的邮件：它只接收 {allowed} 的",
    "`mesh card {to}` shows its policy; `mesh agent edit {to} --accept …` changes it":
        "用 `mesh card {to}` 查看其策略；用 `mesh agent edit {to} --accept …` 更改",
    "`{path}` has {size} bytes, more than the limit of {limit}":
        "`{path}` 有 {size} 字节，超过上限 {limit}",
    "raise `attachment_bytes` in mesh.yaml, or send a path instead":
        "请调大 mesh.yaml 中的 `attachment_bytes`，或改为发送路径",
    "check the path": "请检查路径",
    "the key `{key}` was used for another message: {id}": "键 `{key}` 已用于另一条消息：{id}",
    "use a new key, or send the very same content": "请换一个新键，或发送完全相同的内容",
    "this would be hop {hops} of one chain of tasks; the limit is {limit}":
        "这将是同一任务链的第 {hops} 跳；上限是 {limit}",
    "answer what you know; `guards: hops` in mesh.yaml raises it":
        "请就所知作答；如需更多，可调大 mesh.yaml 中的 `guards: hops`",
    "no task `{name}`": "没有任务 `{name}`",
    "`mesh task list` shows them": "用 `mesh task list` 查看",
    "`mesh task list` shows tasks": "用 `mesh task list` 查看任务",
    "the envelope has {size} bytes, more than the limit of {limit}":
        "信封有 {size} 字节，超过上限 {limit}",
    "attach long texts with `--attach FILE`": "长文本请用 `--attach 文件` 作为附件发送",
    "the {what} has {size} bytes, more than the limit of {limit}": "{what}有 {size} 字节，超过上限 {limit}",
    "attach it with `--attach FILE` instead": "请改用 `--attach 文件` 作为附件发送",
    "the {what} is not valid UTF-8 at character {at}": "{what}在第 {at} 个字符处不是合法的 UTF-8",
    "save it as UTF-8, then send it with `@file`": "请另存为 UTF-8，再用 `@文件` 发送",
    # broadcasts
    "nobody to send to": "没有收件人",
    "name agents or groups; `mesh agents` lists them": "请写出 agent 或群组的名字；用 `mesh agents` 查看",
    "no policy `{value}`": "没有 `{value}` 这个策略",
    "one of all, any, n:K": "可用的有：all、any、n:K",
    "the policy `{value}` can never be met: there are {count} receivers":
        "策略 `{value}` 永远无法满足：收件人只有 {count} 个",
    "use a smaller number, or `all`": "请用小一些的数，或用 `all`",
    "no answer from `{agent}` within {seconds} s; the task goes on":
        "`{agent}` 在 {seconds} 秒内没有回复；任务仍在继续",
    "see it with `mesh task show {task}`": "用 `mesh task show {task}` 查看",
    "not enough answers within {seconds} s; the broadcast goes on":
        "{seconds} 秒内的回复还不够；广播仍在继续",
    "the summary will come into the inbox of `{agent}`": "汇总会送到 `{agent}` 的收件箱",
    # speaking in a task
    "only `{who}`, the {role} of task `{task}`, can `{command}`":
        "只有任务 `{task}` 的{role} `{who}` 才能 `{command}`",
    "speak as `{who}` with `--from {who}` if that is you": "如果你就是 `{who}`，请加上 `--from {who}`",
    "task `{task}` has no request": "任务 `{task}` 没有请求",
    "`{speaker}` is no party to task `{task}` of `{requester}` and `{worker}`":
        "`{speaker}` 不是任务 `{task}` 的当事方，当事方是 `{requester}` 和 `{worker}`",
    "speak as one of them with `--from`": "请用 `--from` 以其中一方的身份说话",
    "the scope is empty": "范围是空的",
    'say what is in and what is out: `--scope "…"`': '请写明包含什么、不包含什么：`--scope "…"`',
    "the answer is empty": "回复是空的",
    "say what came of the task, or why not": "请说明任务的结果，或为何没有结果",
    "task `{task}` is {state} (handshake: {handshake}): {move} is not possible now":
        "任务 `{task}` 处于 {state}（握手：{handshake}）：现在不能 {move}",
    "possible now: {legal}": "现在可以：{legal}",
    "task `{task}` is {state}, and final is final": "任务 `{task}` 已是 {state}，终态不可更改",
    '`mesh send {other} --task {task} "…"` opens a follow-up task':
        '用 `mesh send {other} --task {task} "…"` 开启后续任务',
    "task `{task}` waits for the requester to answer the confirmation":
        "任务 `{task}` 正等待请求方答复确认",
    "task `{task}`: the requester rejected the understanding; confirm anew first":
        "任务 `{task}`：请求方否定了这份理解；请先重新确认",
    "task `{task}` has a handshake to pass first: say what you understood before you work":
        "任务 `{task}` 要先握手：请在动手之前说明你的理解",
    "next: the requester runs `mesh ack {task}`, or `mesh ack {task} --correct \"…\"`":
        "下一步：请求方运行 `mesh ack {task}`，或 `mesh ack {task} --correct \"…\"`",
    "next: `mesh confirm {task} --scope \"…\" --approach \"…\"`":
        "下一步：`mesh confirm {task} --scope \"…\" --approach \"…\"`",
    "a turn of `{own}` cannot speak as `{other}`": "`{own}` 的回合不能以 `{other}` 的身份说话",
    "leave `--from` out: within a turn you are who you are": "请去掉 `--from`：回合之内身份不可更改",
    "a plan comes after the confirmed handshake, and task `{task}` is not confirmed":
        "计划应在握手确认之后制定，而任务 `{task}` 尚未确认",
    "say what you understood first: `mesh confirm {task} --scope …`":
        "请先说明你的理解：`mesh confirm {task} --scope …`",
    "`{name}` must be text": "`{name}` 必须是文本",
    "give it and call again": "请补上后重新调用",
    "`{name}` must be a list of texts": "`{name}` 必须是文本的列表",
    "give a list and call again": "请给出列表后重新调用",
    "`step` must be the number or the words of a step": "`step` 必须是某一步的编号或文字",
    # looking
    "no envelope `{id}`": "没有信封 `{id}`",
    "it could be {near}": "可能是 {near}",
    "`mesh inbox` and `mesh search` show ids": "用 `mesh inbox` 和 `mesh search` 查看编号",
    "no context `{name}`": "没有上下文 `{name}`",
    "`{path}` is not valid UTF-8 at byte {byte}": "`{path}` 在第 {byte} 字节处不是合法的 UTF-8",
    "mend the file": "请修正该文件",
    # agents and workspaces
    "agent `{name}` exists": "agent `{name}` 已存在",
    "change it with `mesh agent edit {name}`": "用 `mesh agent edit {name}` 修改",
    "`{name}` is the person at the keyboard and stays": "`{name}` 是使用者本人，不能移除",
    "agent `{name}` has {count} envelopes waiting": "agent `{name}` 还有 {count} 封待处理",
    "see `mesh inbox {name}`; `--force` removes it anyway":
        "用 `mesh inbox {name}` 查看；加 `--force` 仍要移除",
    "a card has no field `{name}`": "名片没有 `{name}` 这个字段",
    "no {what} `{name}`": "没有{what} `{name}`",
    "`mesh agents` lists them": "用 `mesh agents` 查看",
    "no workspace here or above": "当前文件夹及其上级都没有工作区",
    "make one with `mesh init`": "用 `mesh init` 创建一个",
    "no workspace in `{path}`": "`{path}` 里没有工作区",
    "make one there with `mesh init`": "请在那里用 `mesh init` 创建",
    "`{path}` exists and is not a workspace of this program; it was left as it is":
        "`{path}` 已存在，但不是本程序的工作区；未作任何改动",
    "move it away, or make the workspace elsewhere with `--mesh DIR`":
        "请把它移走，或用 `--mesh 目录` 在别处创建工作区",
    "{why}: `{path}`": "{why}：`{path}`",
    "cannot make `{path}`: {why}": "无法创建 `{path}`：{why}",
    "no folder `{path}`": "没有文件夹 `{path}`",
    "`--cwd` names the folder of the project": "`--cwd` 指项目所在的文件夹",
    # the watcher
    "another watcher runs this workspace: process {pid} on {host}":
        "已有另一个 watcher 在运行此工作区：{host} 上的进程 {pid}",
    "stop that one first, or let it work": "请先停掉它，或让它继续工作",
    "`--jobs` must be at least 1": "`--jobs` 至少是 1",
    "leave it out for the workspace's own number": "不写则采用工作区自己的设定",
    "`{path}` stayed locked for {seconds} s": "`{path}` 被锁住已达 {seconds} 秒",
    # names
    "an empty {what}": "{what}是空的",
    "use letters a-z, digits, `.`, `_` and `-`": "请用字母 a-z、数字、`.`、`_` 和 `-`",
    "`{name}` cannot be a {what}: {why}": "`{name}` 不能用作{what}：{why}",
    "use a-z and 0-9 first, then also `.`, `_` and `-`, 64 characters at most":
        "以 a-z 或 0-9 开头，其后还可用 `.`、`_` 和 `-`，最多 64 个字符",
    "`{name}` is reserved: no agent can take a name that sounds like authority":
        "`{name}` 是保留名：agent 不能取听起来像权威的名字",
    "choose a name that says what the agent does, such as `reviewer`":
        "请取一个说明其职责的名字，例如 `reviewer`",
    "`{name}` cannot be a {what}: it is special to file systems":
        "`{name}` 不能用作{what}：它对文件系统有特殊含义",
    "choose another name": "请另取名字",
    "`{id}` is not an envelope id": "`{id}` 不是信封编号",
    "an id has 26 letters and digits": "编号由 26 个字母和数字组成",
    "too long": "太长",
    "white space is not allowed": "不能有空白",
    "its form is wrong": "格式不对",
    "name": "名字", "agent name": "agent 名", "group name": "群组名", "task id": "任务编号",
    "context": "上下文", "group": "群组", "text": "文本", "subject": "主题", "note": "笔记",
    "understanding": "理解", "worker": "执行方", "requester": "请求方",
    # documents
    "{what}: `{field}` {why}": "{what}：`{field}` {why}",
    "is missing": "缺失",
    "is empty": "是空的",
    "must be {kind}": "必须是{kind}",
    "a whole number": "整数", "a number": "数字", "true or false": " true 或 false",
    "a list of texts": "文本的列表", "a mapping": "映射", "a list of mappings": "映射的列表",
    "must lie between {low} and {high}": "必须在 {low} 与 {high} 之间",
    "must be one of {allowed}": "必须是下列之一：{allowed}",
    "must be a list": "必须是列表",
    "must be a list of texts": "必须是文本的列表",
    "must be a list of mappings": "必须是映射的列表",
    "must be a list of names or mappings": "必须是名字或映射的列表",
    "must be a list of seconds": "必须是秒数的列表",
    "must be a name, or a mapping with a `name`": "必须是名字，或含 `name` 的映射",
    "must be a time with a zone": "必须是带时区的时间",
    "must be a ULID": "必须是 ULID",
    "must be 64 hexadecimal digits": "必须是 64 位十六进制数",
    "must not be negative": "不能是负数",
    "is not a known key": "不是已知的键",
    "is not a number of seconds from 0": "不是从 0 起的秒数",
    "is not in its normal form": "不是规范写法",
    "the document is not a mapping of keys to values": "文档不是键到值的映射",
    "{size} bytes, more than the limit of {limit}": "{size} 字节，超过上限 {limit}",
    "not valid UTF-8 at byte {byte}": "第 {byte} 字节处不是合法的 UTF-8",
    "nested deeper than {limit} levels": "嵌套超过 {limit} 层",
    "an alias (`*{name}`) is not allowed": "不允许别名（`*{name}`）",
    "an anchor (`&{name}`) is not allowed": "不允许锚点（`&{name}`）",
    "a tag (`{tag}`) is not allowed": "不允许标签（`{tag}`）",
    "a second document in one file": "一个文件里有第二个文档",
    "no valid YAML: {what}": "不是合法的 YAML：{what}",
    "a key must be text": "键必须是文本",
    "a key is longer than {limit} characters": "有的键超过 {limit} 个字符",
    "the key `{key}` appears twice": "键 `{key}` 出现了两次",
    "`at` must be a time with a zone": "`at` 必须是带时区的时间",
    "the id of `{path}` is taken": "`{path}` 的编号已被占用",
    "the name is not that of an envelope (`<ULID>.yaml`)": "文件名不是信封的名字（`<ULID>.yaml`）",
    "another envelope with the id `{id}` was handled before": "此前已处理过编号同为 `{id}` 的另一封信",
    "the envelope's own id is `{id}`, not the file's name": "信封自己的编号是 `{id}`，与文件名不符",
    "it is addressed to `{to}`": "它的收件人是 `{to}`",
    "`{path}` leads out of the work folder": "`{path}` 指向工作文件夹之外",
    "`{path}` is no path": "`{path}` 不是路径",
    # checks
    "no repository, so no base `{rev}`": "没有仓库，因而没有基准 `{rev}`",
    "leave `--base` away": "请去掉 `--base`",
    "no commit `{rev}`": "没有提交 `{rev}`",
    "`git log --oneline` lists the commits": "用 `git log --oneline` 查看提交",
    "the front matter is never closed": "开头的元数据块没有结束",
}  # fmt: skip
