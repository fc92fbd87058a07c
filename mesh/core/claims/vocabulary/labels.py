"""Headings, and what stands before a colon, that say how to read what follows; data alone."""

from __future__ import annotations

# Under these nothing is claimed.
PLAN_LABELS = """
    task, goal, request, original request, requirement, requirements, acceptance criteria, plan, todo list,
    proposal, expected result, expected, expected outcome, user story, your request, question, prompt,
    instructions, commit message, title, suggestion, suggestions, recommendation, recommendations, roadmap,
    future work, open questions, how to run, how to test, how to use, usage, steps to reproduce,
    definition of done, user, reviewer, assistant, wishlist, outlook, not done, not yet done, outstanding,
    blockers, follow-ups, follow-up, open points, still open, remaining steps, open items, what's next,
    what is next, before, before this change, old behaviour, old behavior, background, context, problem,
    bug report, issue, steps, checklist, test plan, example output, expected output, verification steps,
    how to verify, prerequisites, to verify, to test,
    任务, 目标, 需求, 要求, 验收标准, 方案, 待办事项, 待办, 建议, 预期结果, 预期, 用户, 评审, 后续工作, 后续计划,
    下一步计划, 使用方法, 用法, 运行方法, 测试方法, 提交信息, 提交说明, 标题, 问题, 背景, 未完成, 未完成项,
    遗留问题, 待完成, 待处理, 实施计划, 改造计划, 测试计划, 检查清单, 步骤, 执行步骤, 验证步骤, 操作步骤,
    复现步骤, 原始需求, 任务描述, 任务要求, 你的要求, 示例输出, 期望输出, 接下来要做, 接下来的工作,
    将要创建的文件, 待创建, 待修改, 待删除
"""

# Under these a bare verb ("add", "修复") tells what was done.
REPORT_LABELS = """
    done, result, results, status, summary, what i did, what was done, changes made, summary of changes,
    changelog, completed, changed,
    完成情况, 已完成, 结果, 完成内容, 改动, 改动内容, 修改内容, 变更, 变更内容, 本次改动, 本次修改, 本次变更,
    主要修改, 主要改动, 改动说明, 修改说明, 变更说明, 完成了以下, 做了如下, 做了以下, 工作内容, 完成的工作,
    改动清单, 变更清单, 文件变更, 改动文件, 变更文件, 总结, 小结, 实现内容, 完成事项
"""
