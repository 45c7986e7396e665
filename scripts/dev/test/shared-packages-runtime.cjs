'use strict';

const { createRequire, isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/**
 * Jest's runtime, which loads the packages of node_modules once for all suites of a worker, by Node itself: loading them
 * anew was a quarter of the processor time of a suite that starts a service. Our own sources begin anew in each suite.
 */
class SharedPackagesRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
}

/** Left to jest: relative and absolute names, our own packages (mapped to their sources), and what jest provides. */
function isPackage(name) {
  return !/^[./]|^@medley\/|^@jest\//.test(name) && !isBuiltin(name);
}

module.exports = SharedPackagesRuntime;
