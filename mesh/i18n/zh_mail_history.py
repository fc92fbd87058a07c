"""Chinese for what `mesh.transport` says."""

MESSAGES: dict[str, str] = {
    "`git` was not found": "找不到 `git`",
    "install git {least} or newer (`apt install git`, `brew install git`, https://git-scm.com)": (
        "请安装 git {least} 或更新版本（`apt install git`、`brew install git`，或见 https://git-scm.com）"
    ),
    "git {version} is too old": "git {version} 版本过旧",
    "install git {least} or newer": "请安装 git {least} 或更新版本",
    "cannot run git in `{path}`: {why}": "无法在 `{path}` 中运行 git：{why}",
    "`git {command}` failed in `{path}`: {why}": "`git {command}` 在 `{path}` 中失败：{why}",
    "`git -C {path} fsck` looks for what is wrong": "运行 `git -C {path} fsck` 可查找问题所在",
    "no space left for `{path}`": "磁盘空间不足，无法写入 `{path}`",
    "free some space, then try again": "请先腾出一些空间，然后重试",
    "cannot write `{path}`: {why}": "无法写入 `{path}`：{why}",
    "check who owns the folder and whether it may be written": "请检查该文件夹归谁所有，以及是否可写",
    "`{path}` is already a git repository of something else": "`{path}` 已经是另一个 git 仓库",
    "choose another folder for the workspace": "请为工作区另选一个文件夹",
    "`{path}` has lost its git repository": "`{path}` 的 git 仓库丢失了",
    "copy `.git` back from a backup, or begin a new trail with `mesh init`": (
        "请从备份中恢复 `.git`，或用 `mesh init` 开始新的记录"
    ),
    "the audit trail of `{path}` has moved on meanwhile": "`{path}` 的审计记录在此期间已有新的提交",
    "try again": "请重试",
    "the audit trail has no commit `{commit}`": "审计记录中没有提交 `{commit}`",
}
