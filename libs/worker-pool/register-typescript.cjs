'use strict';

/**
 * Lets a worker thread run TypeScript sources: tests preload it (see `src/thread-module.ts`), the built service never does.
 * Packages of this repository resolve to their sources, as they do in jest, so that no test runs a stale build.
 */
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '..', '..');
const options = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
  configFile: false,
  swcrc: false,
};

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
  module._compile(code, filename);
};

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  const name = /^@medley\/([^/]+)$/.exec(request)?.[1];
  const source = ['libs', 'services']
    .map((group) => join(root, group, `${name}`, 'src', 'index.ts'))
    .find((path) => name !== undefined && existsSync(path));
  return source ?? resolveFilename(request, ...rest);
};
