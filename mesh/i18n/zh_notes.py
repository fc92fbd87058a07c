"""Chinese for what is said of notes and plans."""

MESSAGES: dict[str, str] = {
    "Memory": "长期记忆",
    "Learnings": "经验",
    "Decisions": "决定",
    "Open issues": "遗留问题",
    "({count} more: `mesh note list`)": "（另有 {count} 条：`mesh note list`）",
    "… (cut: {count} characters in all)": "…（已截断，全文 {count} 字符）",
    "memory.md has {size} bytes; every turn reads all of it: "
    "keep what every turn needs, at most {limit}, and move the rest to the other notes":
        "memory.md 已有 {size} 字节，每一轮都要全文读取：请只留下每轮都用得上的内容"
        "（不超过 {limit} 字节），其余移到别的笔记里",
    "an empty note": "笔记是空的",
    "say what is worth keeping": "请写明值得记住的内容",
    "`{kind}` is no kind of note": "没有 `{kind}` 这种笔记",
    "there are: {known}": "可用的有：{known}",
    "the plan has no step {step}": "计划里没有第 {step} 步",
    "its steps are numbered 1 to {count}": "步骤编号为 1 到 {count}",
    "the plan has no checkboxes yet": "计划里还没有复选框",
    "`{words}` fits several steps: {steps}": "`{words}` 对应多个步骤：{steps}",
    "give the number": "请给出编号",
    "no step of the plan says `{words}`": "计划里没有写着 `{words}` 的步骤",
    "an empty step": "步骤是空的",
    "say what is to be done": "请写明要做什么",
    "a plan without steps": "计划里没有步骤",
    "give at least one step": "请至少给出一个步骤",
}  # fmt: skip
