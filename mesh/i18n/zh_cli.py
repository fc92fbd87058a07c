"""Chinese for what the command line says: answers, warnings, and what is wrong with a command line."""

from mesh.i18n.zh_help import MESSAGES as _HELP

MESSAGES: dict[str, str] = {
    **_HELP,
    # -- frame
    "hint: {hint}": "提示：{hint}",
    "line {line}: {message}": "第 {line} 行：{message}",
    "warning: {what}": "警告：{what}",
    "next: {step}": "下一步：{step}",
    "a bug: {what}": "程序缺陷：{what}",
    "a bug: {what}; the traceback is in `{path}`": "程序缺陷：{what}；完整回溯见 `{path}`",
    "please report it with that file": "请附上该文件反馈此问题",
    "argument {number} is not valid UTF-8: `{text}`": "第 {number} 个参数不是有效的 UTF-8：`{text}`",
    "check the encoding of the terminal, or give the text as `@file`": (
        "请检查终端的编码，或用 `@文件` 给出文本"
    ),
    # -- usage
    "no command `{words}`": "没有命令 `{words}`",
    "did you mean {near}?": "您是不是想用 {near}？",
    "`{above} --help` lists them": "`{above} --help` 列出所有命令",
    "`{words}` has no option `{name}`": "`{words}` 没有选项 `{name}`",
    "`{words} --help` lists them; put `--` before a text that begins with `-`": (
        "`{words} --help` 列出所有选项；以 `-` 开头的文本前请加 `--`"
    ),
    "`{option}` needs a value": "`{option}` 需要一个值",
    "`{option} {metavar}`: see `{words} --help`": "`{option} {metavar}`：参见 `{words} --help`",
    "`{option}` takes no value": "`{option}` 不接受值",
    "see `{words} --help`": "参见 `{words} --help`",
    "`{words}` needs {what}": "`{words}` 缺少 {what}",
    "for example: `{example}`": "例如：`{example}`",
    "`{words}` has no place for `{extra}`": "`{words}` 多出了参数 `{extra}`",
    "put a text of several words in quotes; see `{words} --help`": (
        "含空格的文本请加引号；参见 `{words} --help`"
    ),
    "`{option}` cannot be `{text}`": "`{option}` 不能是 `{text}`",
    "did you mean {near}? there are {choices}": "您是不是想用 {near}？可选：{choices}",
    "there are {choices}": "可选：{choices}",
    "`{option}` needs a whole number, not `{text}`": "`{option}` 需要整数，而不是 `{text}`",
    "`{option}` needs a number, not `{text}`": "`{option}` 需要数字，而不是 `{text}`",
    "`{option}` cannot be `{text}`: the least is {low}": "`{option}` 不能是 `{text}`：最小为 {low}",
    "`mesh --help` shows what there is": "`mesh --help` 显示有哪些命令",
    # -- reading and printing
    "cannot write the output: {why}": "无法写出结果：{why}",
    "there is no standard input": "没有标准输入",
    "give the text in quotes or as `@file`": "请用引号给出文本，或用 `@文件`",
    "`{name}` is not UTF-8: line {line}": "`{name}` 不是 UTF-8：第 {line} 行",
    "convert it, for example with `iconv -t utf-8`": "请先转换，例如使用 `iconv -t utf-8`",
    "cannot read `{path}`: {why}": "无法读取 `{path}`：{why}",
    "check the name; a text that begins with `@` is written `@@…`": (
        "请检查文件名；以 `@` 开头的文本请写成 `@@…`"
    ),
    "`{path}` cannot be the name of a file": "`{path}` 不能用作文件名",
    "the text was given twice": "文本给了两次",
    "give it as an argument or with `--file`, not both": "请作为参数给出或使用 `--file`，不要两者并用",
    "the text is missing": "缺少文本",
    "give it in quotes, as `@file`, or as `-` to read a pipe": (
        "请用引号给出，或用 `@文件`，或用 `-` 从管道读取"
    ),
    "warning: the audit trail is behind: {message}": "警告：审计记录尚未跟上：{message}",
    # -- workspace and watcher
    "a new workspace: {path}": "新工作区：{path}",
    "the workspace is there already: {path}": "工作区已经存在：{path}",
    "next: `mesh agent add bob --headline \"writes code\" --command './bob.sh'`": (
        "下一步：`mesh agent add bob --headline \"写代码\" --command './bob.sh'`"
    ),
    "then: `mesh send bob \"…\"` and `mesh watch`": "然后：`mesh send bob \"…\"` 和 `mesh watch`",
    "watching {path}; Ctrl-C stops": "正在守候 {path}；按 Ctrl-C 停止",
    "{done} turns done, {failed} failed": "完成 {done} 轮，失败 {failed} 轮",
    "all agents are stopped": "所有 agent 已停下",
    "`mesh resume` lets them run": "`mesh resume` 让它们继续",
    "all agents are stopped; `mesh resume` lets them run": "所有 agent 已停下；`mesh resume` 让它们继续",
    "they were stopped already": "它们早已停下",
    "the agents may run again": "agent 可以重新运行了",
    "they were not stopped": "它们并未停下",
    "no watcher is running": "没有守候进程在运行",
    "no watcher is running: `mesh watch` runs the agents": "没有守候进程在运行：`mesh watch` 会运行 agent",
    "a watcher is running, last look {when}": "守候进程正在运行，上次查看于 {when}",
    "watcher: process {pid} on {host}, last look {when}": (
        "守候进程：{host} 上的进程 {pid}，上次查看于 {when}"
    ),
    "watcher: none is running": "守候进程：没有在运行",
    "{stopped}; `mesh resume` lets the agents run again": "{stopped}；`mesh resume` 让 agent 继续运行",
    # -- agents
    "these options need a driver": "这些选项需要一个驱动",
    "name it with `--driver`": "请用 `--driver` 指明",
    "the driver `command` needs a program": "驱动 `command` 需要一个程序",
    "give it with `--command 'python agent.py'`": "请用 `--command 'python agent.py'` 给出",
    "agent {name} is ready; its home is {home}": "agent {name} 已就绪；它的目录是 {home}",
    "nothing to change": "没有要修改的内容",
    "name a field, such as `--headline \"…\"`": "请指明字段，例如 `--headline \"…\"`",
    "agent {name} is changed": "agent {name} 已修改",
    "agent {name} is removed; its mail, notes and history stay": (
        "agent {name} 已移除；它的信件、笔记和历史保留"
    ),
    "no agent has the skill {skill}": "没有 agent 具备技能 {skill}",
    "skills": "技能",
    "groups": "组",
    "accepts mail from": "接受来信",
    "driver": "驱动",
    "language": "语言",
    "version": "版本",
    "agent": "agent",
    "headline": "简介",
    # -- sending
    "task `{task}` is between `{one}` and `{two}`, not `{to}`": (
        "任务 `{task}` 在 `{one}` 与 `{two}` 之间，与 `{to}` 无关"
    ),
    "leave `--task` out to open a task for `{to}`": "去掉 `--task` 即可为 `{to}` 新开任务",
    "task {task} is finished; this opens a follow-up task": "任务 {task} 已结束；这将开启一个后续任务",
    "sent before under this key; nothing new was sent": "此前已用这个键发送过；没有重复发送",
    "{type} to {to}: task {task}": "{type} → {to}：任务 {task}",
    "{state} · complexity {level} ({by}) · handshake {handshake}": (
        "{state} · 复杂度 {level}（{by}）· 握手 {handshake}"
    ),
    "{worker}: {state}": "{worker}：{state}",
    " · answer with `mesh ack {task}`": " · 请用 `mesh ack {task}` 回应",
    "task {task}: {state}": "任务 {task}：{state}",
    "task {task}: {state} · handshake {handshake}": "任务 {task}：{state} · 握手 {handshake}",
    "`--correct` and `--reject` exclude each other": "`--correct` 与 `--reject` 不能同时使用",
    "give one of them": "请只给出其中一个",
    "mesh broadcast alice bob \"the text\"": "mesh broadcast alice bob \"文本\"",
    "to {to}: task {task}": "发给 {to}：任务 {task}",
    "broadcast {id}: policy {policy}": "广播 {id}：策略 {policy}",
    "{came} of {total} answered": "已有 {came} / {total} 个答复",
    "told {names}": "已通知 {names}",
    # -- looking
    "id": "编号",
    "box": "信箱",
    "from": "发自",
    "to": "发给",
    "type": "类型",
    "state": "状态",
    "subject": "主题",
    "task": "任务",
    "handshake": "握手",
    "level": "复杂度",
    "waiting": "等待",
    "running": "进行中",
    "dead": "死信",
    "at": "时间",
    "commit": "提交",
    "event": "事件",
    "what": "内容",
    "count": "数量",
    "no mail": "无法读取",
    "no mail for {agent}": "{agent} 没有信件",
    "none yet": "尚无",
    "looked in {path}: {files} files, last id {last}": "查看了 {path}：{files} 个文件，最后的编号 {last}",
    "attachment: {name} ({size} bytes, {digest})": "附件：{name}（{size} 字节，{digest}）",
    "scope": "范围",
    "approach": "做法",
    "output format": "交付形式",
    "assumption": "假设",
    "question": "问题",
    "correction": "更正",
    "continues": "接续",
    "complexity": "复杂度",
    "no tasks": "没有任务",
    "no open tasks": "没有未结束的任务",
    "{state} · handshake {handshake} · complexity {level} ({by}) · {requester} → {worker}": (
        "{state} · 握手 {handshake} · 复杂度 {level}（{by}）· {requester} → {worker}"
    ),
    "nothing found": "没有找到",
    "open tasks: {count}": "未结束的任务：{count}",
    "in quarantine: {count} files": "隔离区：{count} 个文件",
    "stuck: {agent}: {reason}": "卡住：{agent}：{reason}",
    "`{text}` is too long ago": "`{text}` 太久远了",
    "`{text}` is no time": "`{text}` 不是时间",
    "say `2h`, `30m`, `3d`, or 2026-12-01T08:00:00Z": "请写 `2h`、`30m`、`3d` 或 2026-12-01T08:00:00Z",
    "tasks: {count}": "任务：{count}",
    "rework after a handshake: {reworked} of {finished} finished tasks": (
        "握手之后的返工：{finished} 个完成的任务中有 {reworked} 个"
    ),
    "rework without one: {reworked} of {finished} finished tasks": (
        "未经握手的返工：{finished} 个完成的任务中有 {reworked} 个"
    ),
    "replies {tier}: {count}": "答复（{tier}）：{count}",
    "asked": "已提出",
    "waived": "已免除",
    "confirmed": "已确认",
    "confirmed_with_correction": "确认并更正",
    "rejected": "已拒绝",
    "independently_verified": "独立验证",
    "agent_verified": "agent 已验证",
    "unverified": "未验证",
    "refuted": "已证伪",
    # -- judging, plans and notes
    "the text is empty": "文本是空的",
    "give the text of a task": "请给出任务的文本",
    "complexity: {level}": "复杂度：{level}",
    "`{file}` is no JSON (line {at}): {why}": "`{file}` 不是 JSON（第 {at} 行）：{why}",
    "one JSON object; `mesh detect --help` shows its form": (
        "需要一个 JSON 对象；`mesh detect --help` 显示其形式"
    ),
    "found, from number {start} on: {reason}": "发现问题，从第 {start} 项开始：{reason}",
    "nothing found: {reason}": "没有发现问题：{reason}",
    "warning: the plan {plan} was written before the handshake of task {task} was confirmed": (
        "警告：计划 {plan} 写于任务 {task} 的握手确认之前"
    ),
    "plan": "计划",
    "progress": "进度",
    "title": "标题",
    "no plans": "没有计划",
    "no unfinished plans": "没有未完成的计划",
    "the plan {plan} is written": "计划 {plan} 已写好",
    "a step is missing": "缺少步骤",
    "mesh plan add PLAN \"what is to be done\"": "mesh plan add PLAN \"要做的事\"",
    "noted in {kind} of {agent}": "已记入 {agent} 的 {kind}",
    "no notes": "没有笔记",
    "nothing in task `{task}` is addressed to `{agent}`": "任务 `{task}` 中没有发给 `{agent}` 的信",
    "name another agent with `--agent`": "请用 `--agent` 指明另一个 agent",
    # -- demo
    "A fresh project, a workspace in it, and two agents: alice and bob": (
        "一个新项目，其中有工作区和两个 agent：alice 与 bob"
    ),
    "  project: {folder}": "  项目：{folder}",
    "alice asks, bob says what he understood, alice corrects, bob works and replies": (
        "alice 提出请求，bob 说明自己的理解，alice 更正，bob 工作并答复"
    ),
    "What bob left, read from the files": "bob 留下的东西，读自文件",
    "  {path}: {size} bytes": "  {path}：{size} 字节",
    "The audit trail, read from git (`mesh log`)": "审计记录，读自 git（`mesh log`）",
    "kept for a look: {folder}": "已保留以便查看：{folder}",
    "try `cd {folder}`, then `mesh task list --all`, `mesh log`": (
        "试试 `cd {folder}`，然后 `mesh task list --all`、`mesh log`"
    ),
}
