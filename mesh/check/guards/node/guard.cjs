// Loaded into every Node that a check starts: gives known runners a reporter of ours, and watches the
// processes in which tests run. Never changes what the tests do.
'use strict';
const setting = process.env.MESH_GUARD;
if (setting && require('node:worker_threads').isMainThread) arm();

function arm() {
  const fs = require('node:fs');
  const tool = toolOf(fs, process.argv[1]);
  if (process.env.NODE_TEST_CONTEXT && !isRunner()) {
    watchChild(fs);
  } else if (tool) {
    addReporter(tool);
  } else if (!isRunner() && process.argv[1] && !isManager(process.argv[1])) {
    watchAssert(require('./voice.cjs').open(setting));
  }
}

function isRunner() {
  return process.execArgv.some((word) => word === '--test' || word.startsWith('--test='));
}

function isManager(program) {
  return /[\\/](?:npm|pnpm|yarn|corepack|npx)(?:-cli)?(?:\.[cm]?js)?$/.test(program) || /[\\/](?:npm|pnpm|corepack)[\\/]/.test(program);
}

// Which runner a program is: only the package itself counts, whatever a link or a script is called.
function toolOf(fs, program) {
  let real = program || '';
  try {
    real = fs.realpathSync(real);
  } catch {
    return null;
  }
  const match = /[\\/]node_modules[\\/](?:\.pnpm[\\/].*[\\/]node_modules[\\/])?(jest|jest-cli|vitest|mocha)[\\/](?:bin[\\/])?([\w.-]+)$/.exec(real);
  if (!match) return null;
  return { jest: 'jest', 'jest-cli': 'jest', vitest: 'vitest', mocha: 'mocha' }[match[1]];
}

function addReporter(tool) {
  const own = `${__dirname}/${tool}.cjs`;
  if (tool === 'jest') {
    if (!process.argv.some((word) => word.startsWith('--reporters'))) process.argv.push('--reporters=default');
    process.argv.push(`--reporters=${own}`);
  } else if (tool === 'vitest') {
    if (!process.argv.some((word) => word.startsWith('--reporter'))) process.argv.push('--reporter=default');
    process.argv.push(`--reporter=${own}`);
  } else {
    process.argv.push('--reporter', own);
  }
}

// A process in which node's own runner runs one file.
function watchChild(fs) {
  const voice = require('./voice.cjs').open(setting);
  leaveChildrenAlone();
  watchAssert(voice);
  const file = process.argv[1] || '';
  let natural = false;
  process.on('beforeExit', () => {
    natural = true;
  });
  process.on('exit', (code) => {
    voice.say('child', { file: real(fs, file), natural, code });
  });
}

function real(fs, path) {
  try {
    return fs.realpathSync(path);
  } catch {
    return path;
  }
}

function leaveChildrenAlone() {
  delete process.env.MESH_GUARD;
  delete process.env.NODE_OPTIONS;
  delete process.env.PYTHONPATH;
  const shims = process.env.MESH_SHIMS;
  if (shims) process.env.PATH = (process.env.PATH || '').split(':').filter((folder) => folder !== shims).join(':');
  delete process.env.MESH_SHIMS;
}

// Notices when the functions that tests assert with are replaced.
function watchAssert(voice) {
  const assert = require('node:assert');
  const kept = [];
  for (const holder of [assert, assert.strict]) {
    for (const name of Object.keys(holder)) {
      if (typeof holder[name] === 'function') kept.push([holder, name, holder[name]]);
    }
  }
  const say = voice.say;
  process.on('exit', () => {
    for (const [holder, name, value] of kept) {
      if (holder[name] !== value) {
        say('forced', { m: `\`assert.${name}\` was replaced by the project's own code` });
        return;
      }
    }
  });
}
