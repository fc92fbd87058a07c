// The reporter for node's own test runner: tells of each test, and of each that began and never ended.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const { open } = require('./voice.cjs');

export default async function* report(source) {
  const setting = process.env.MESH_GUARD;
  if (!setting) return;
  const voice = open(setting);
  const files = new Map();
  voice.say('start', { runner: 'node', version: process.version, python: process.execPath });
  let count = 0;
  for await (const { type, data } of source) {
    if (type === 'test:enqueue' || type === 'test:complete') {
      const file = stateOf(files, data);
      const key = `${data.nesting}`;
      if (data.name !== data.file) file.open.set(key, (file.open.get(key) || 0) + (type === 'test:enqueue' ? 1 : -1));
    } else if (type === 'test:pass' || type === 'test:fail') {
      if (data.details && data.details.type === 'suite') {
        if (type === 'test:fail' && failureType(data) !== 'subtestsFailed') tell(voice, data, type);
        continue;
      }
      const file = stateOf(files, data);
      if (isFile(data)) {
        if (type === 'test:fail' && !file.failed) tell(voice, data, type);
        else if (type === 'test:pass' && !file.tests) file.whole = true;
        continue;
      }
      file.tests += 1;
      if (type === 'test:fail') file.failed += 1;
      count += 1;
      tell(voice, data, type);
    }
  }
  for (const [path, file] of files) conclude(voice, path, file);
  voice.say('end', { collected: count, selected: count, ran: count, m: '', only: '' });
}

function stateOf(files, data) {
  const path = data.file || data.name || '';
  if (!files.has(path)) files.set(path, { open: new Map(), tests: 0, failed: 0, whole: false });
  return files.get(path);
}

function isFile(data) {
  return data.nesting === 0 && (data.name === data.file || (data.file && data.file.endsWith(`/${data.name}`)));
}

function failureType(data) {
  return data.details && data.details.error && data.details.error.failureType;
}

function tell(voice, data, type) {
  const skipped = data.skip !== undefined || data.todo !== undefined;
  const error = data.details && data.details.error;
  const cause = error && (error.cause || error);
  voice.say('test', {
    id: `${data.file || ''}::${data.name}`,
    o: skipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed',
    m: type === 'test:fail' ? String((cause && cause.message) || cause || '') : '',
    error: type === 'test:fail' && cause && cause.code ? [String(cause.code)] : [],
    ran: true,
  });
}

function conclude(voice, path, file) {
  for (const left of file.open.values()) {
    if (left > 0) {
      voice.say('forced', { m: `\`${path}\` ended before its tests were through` });
      return;
    }
  }
  if (file.whole) voice.say('whole', { file: path, tests: speaksOfTests(path) });
}

function speaksOfTests(path) {
  try {
    return /node:test|require\(['"]test['"]\)/.test(readFileSync(path, 'utf8'));
  } catch {
    return true;
  }
}
