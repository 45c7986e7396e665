import type { FoundRegex } from './collect-literals';

/** Every regular expression that `work` builds from strings, including while modules are loaded. */
export function collectBuilt(work: () => void): FoundRegex[] {
  const found = new Map<string, FoundRegex>();
  const native = globalThis.RegExp;
  const note = (built: RegExp, pattern: unknown): RegExp => {
    // Without a string it is a copy of a known expression.
    if (typeof pattern !== 'string') return built;
    const { source, flags } = built;
    if (!found.has(String(built))) found.set(String(built), { source, flags, at: caller() });
    return built;
  };
  globalThis.RegExp = new Proxy(native, {
    construct: (target, args: [string, string]) => note(new target(...args), args[0]),
    apply: (target, _, args: [string, string]) => note(target(...args), args[0]),
  });
  try {
    work();
  } finally {
    globalThis.RegExp = native;
  }
  return [...found.values()];
}

/** The file that built the expression, from the call stack: one of an npm package for what such a package builds. */
function caller(): string {
  const line = new Error().stack
    ?.split('\n')
    .find((one) => /\/(?:dist|node_modules)\//.test(one) && !one.includes('/regexes/'));
  return /((?:libs|services|node_modules)\/[^:)]+)/.exec(line ?? '')?.[1] ?? 'an unknown place';
}
