'use strict';

const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** In place of a context of Node's `vm`: that of the worker. */
const ownContext = {};
/** By file: what was compiled, and the result. */
const compiled = new Map();
const { compileFunction } = vm;

/** Jest compiles each module anew for each suite; here once in a worker. Modules still begin anew in each suite. */
vm.compileFunction = (code, parameters, options) => {
  const { filename, parsingContext } = options ?? {};
  if (filename === undefined || parsingContext !== ownContext)
    return compileFunction(code, parameters, options);
  let known = compiled.get(filename);
  if (known?.code !== code) {
    const head = `(function (${parameters.join(',')}) {`;
    // Without jest's callback for `import()`: it would keep all of the first suite, and only ever throws here.
    const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
    known = { code, script };
    compiled.set(filename, known);
  }
  return known.script.runInThisContext();
};

/** What a suite may have changed and the next one must not see, as it was before the first suite. */
const before = [globalThis, process].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);
const variables = { ...process.env };

/**
 * Runs the suites of a worker one after the other in the worker's own context. Jest's environment makes a context for
 * each suite, whose globals sit behind a proxy and are some twenty times slower, and whose `Error` and `Map` are not those
 * of Node's modules and of shared packages. Globals, `process` and its variables are put back after each suite.
 */
class OneContextEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    // Of the real global, the timers of `node:timers` would be replaced as well.
    this.fakeTimersModern = new ModernFakeTimers({
      config: projectConfig,
      global: new Proxy(globalThis, {}),
    });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const [object, properties] of before) restore(object, properties);
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return ownContext;
  }
}

function restore(object, properties) {
  for (const key of Reflect.ownKeys(object)) {
    if (Object.hasOwn(properties, key)) {
      const now = Object.getOwnPropertyDescriptor(object, key);
      const { value, get } = properties[key];
      if (now.value !== value || now.get !== get) Object.defineProperty(object, key, properties[key]);
    } else if (!isOfJest(key)) {
      Reflect.deleteProperty(object, key);
    }
  }
}

/** Jest keeps the state of its own modules, which stay loaded, under symbols. */
function isOfJest(key) {
  return typeof key === 'symbol' && (Symbol.keyFor(key) ?? 'jest').includes('jest');
}

module.exports = OneContextEnvironment;
