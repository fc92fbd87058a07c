// The reporter for Jest.
'use strict';
const { open } = require('./voice.cjs');

class Reporter {
  onRunStart() {
    this.voice = open(process.env.MESH_GUARD);
    this.voice.say('start', { runner: 'jest', version: '', python: process.execPath });
    this.count = 0;
  }

  onTestResult(test, result) {
    for (const one of result.testResults) {
      this.count += 1;
      const skipped = one.status !== 'passed' && one.status !== 'failed';
      this.voice.say('test', {
        id: `${test.path}::${one.fullName}`,
        o: skipped ? 'skipped' : one.status,
        m: (one.failureMessages || []).join('\n'),
        ran: !skipped,
      });
    }
    if (result.testExecError) {
      this.voice.say('test', { id: test.path, o: 'failed', m: String(result.testExecError.message || '') });
    }
  }

  onRunComplete(contexts, results) {
    if (results.wasInterrupted) this.voice.say('forced', { m: 'the run was interrupted' });
    this.voice.say('end', { collected: this.count, selected: this.count, ran: this.count, m: '', only: '' });
  }
}

module.exports = Reporter;
