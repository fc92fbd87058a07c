// The reporter for Mocha: prints as its own does, and tells of each test.
'use strict';
const { open } = require('./voice.cjs');

function Reporter(runner, options) {
  const voice = open(process.env.MESH_GUARD);
  voice.say('start', { runner: 'mocha', version: '', python: process.execPath });
  runner.on('pass', (test) => voice.say('test', { id: id(test), o: 'passed', ran: true }));
  runner.on('pending', (test) => voice.say('test', { id: id(test), o: 'skipped' }));
  runner.on('fail', (test, error) => voice.say('test', { id: id(test), o: 'failed', m: String((error && error.message) || error), ran: true }));
  runner.once('end', () => voice.say('end', { m: '', only: '' }));
  const Own = own(options);
  if (Own) this.own = new Own(runner, options);
}

function own() {
  try {
    return require(require.resolve('mocha/lib/reporters/dot', { paths: [process.cwd()] }));
  } catch {
    return null;
  }
}

function id(test) {
  return `${test.file || ''}::${test.fullTitle()}`;
}

module.exports = Reporter;
