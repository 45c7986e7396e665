'use strict';

const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** By file: what was compiled, and the result, which does not belong to a context. */
const compiled = new Map();
const { compileFunction } = vm;

/**
 * Jest compiles each module anew for each suite, which is a quarter of the processor time of a suite that loads a service.
 * A script is compiled once in a worker and run in the context of every suite. Modules still begin anew in each suite.
 */
vm.compileFunction = (code, parameters, options) => {
  const { filename, parsingContext } = options ?? {};
  if (filename === undefined || parsingContext === undefined) {
    return compileFunction(code, parameters, options);
  }
  let known = compiled.get(filename);
  if (known?.code !== code) {
    const head = `(function (${parameters.join(',')}) {`;
    // Without jest's callback for `import()`: it would keep all of the first suite, and only ever throws here.
    const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
    known = { code, script };
    compiled.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
};

module.exports = TestEnvironment;
