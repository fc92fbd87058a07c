// The reporter for Vitest: works on the tree of tasks, which all versions hand over in the end.
'use strict';
const { open } = require('./voice.cjs');

class Reporter {
  onInit() {
    this.voice = open(process.env.MESH_GUARD);
    this.voice.say('start', { runner: 'vitest', version: '', python: process.execPath });
  }

  // before version 4
  onFinished(files, errors) {
    if (this.ended) return;
    for (const file of files || []) this.task(file, file.filepath || file.name);
    this.over((errors || []).length);
  }

  // since version 3
  onTestRunEnd(modules, errors) {
    if (this.ended) return;
    for (const module of modules || []) this.task(module.task, module.moduleId);
    this.over((errors || []).length);
  }

  task(task, path) {
    if (!task) return;
    if (task.type === 'suite' || task.tasks) {
      for (const inner of task.tasks || []) this.task(inner, path);
      const failed = task.result && task.result.state === 'fail';
      if (failed && !(task.tasks || []).length) this.tell(task, path, 'failed');
      return;
    }
    const state = task.result && task.result.state;
    const skipped = task.mode === 'skip' || task.mode === 'todo' || state === 'skip' || state === undefined;
    this.tell(task, path, skipped ? 'skipped' : state === 'pass' ? 'passed' : 'failed');
  }

  tell(task, path, outcome) {
    const errors = (task.result && task.result.errors) || [];
    this.voice.say('test', { id: `${path}::${task.name}`, o: outcome, m: errors.map((e) => e.message).join('\n'), ran: outcome !== 'skipped' });
  }

  over(errors) {
    this.ended = true;
    if (errors) this.voice.say('test', { id: 'the run itself', o: 'failed', m: `${errors} errors outside of tests` });
    this.voice.say('end', { m: '', only: '' });
  }
}

module.exports = Reporter;
module.exports.default = Reporter;
