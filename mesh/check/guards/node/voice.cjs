// Reports what was seen, one line at a time, through a pipe from which nothing can be taken back.
'use strict';
const fs = require('node:fs');
const { writeSync, openSync } = fs;
const { stringify } = JSON;
const LIMIT = 3900; // one write of less than PIPE_BUF bytes is never mixed with another's
const MESSAGE = 600;

function open(setting) {
  const first = setting.indexOf('@');
  const last = setting.lastIndexOf('@');
  const word = `${process.pid}${Math.random().toString(16).slice(2, 10)}`;
  const prefix = `${setting.slice(0, first)}-${word}`;
  const handle = openSync(setting.slice(last + 1), fs.constants.O_WRONLY);
  return {
    root: setting.slice(first + 1, last),
    say(kind, values) {
      const record = { k: kind };
      for (const [name, value] of Object.entries(values || {})) {
        record[name] = typeof value === 'string' ? value.slice(0, MESSAGE) : value;
      }
      let line = `${prefix} ${ascii(stringify(record))}\n`;
      if (line.length > LIMIT) line = `${prefix} ${stringify({ k: kind, o: record.o, cut: true })}\n`;
      try {
        writeSync(handle, line);
      } catch {
        // the reader is gone: there is nobody left to tell
      }
    },
  };
}

function ascii(text) {
  return text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

module.exports = { open };
