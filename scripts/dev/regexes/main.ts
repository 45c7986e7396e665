import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { depersonalize, restore } from '@medley/depersonalize';
import { analyse } from 'scslre';
import { collectBuilt } from './collect-built';
import { collectLiterals, type FoundRegex } from './collect-literals';
import { PUMPED_LENGTH, pumpRegex } from './pump-regex';
import { say } from '../say';

/** The package whose literals eslint-plugin-regexp does not check yet. */
const ENGINE = 'libs/depersonalize';
const SHOWN = 200;

const groups = ['libs', 'services'];

/**
 * Find catastrophic backtracking: expressions whose time grows faster than the text. ESLint checks literals; here are
 * those of the depersonalizer, and the expressions that libs and services build from strings and from data. Each is
 * analysed statically (scslre, which eslint-plugin-regexp uses too) and then timed.
 */
function main(): void {
  const found = unique([...collectLiterals(join(ENGINE, 'src')), ...collectBuilt(useSources).filter(isOurs)]);
  const faults = found.flatMap((regex) => {
    const known = analysed(regex);
    // An expression that the analysis reports is not timed: it might never return.
    return known.length > 0 ? known : tried(regex);
  });
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  say(`${found.length} regular expressions, catastrophic: ${faults.length}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Expressions built by npm packages only get short fragments that our own expressions have matched. */
function isOurs({ at }: FoundRegex): boolean {
  return groups.some((group) => at.startsWith(`${group}/`));
}

function unique(regexes: readonly FoundRegex[]): FoundRegex[] {
  return [...new Map(regexes.map((regex) => [`/${regex.source}/${regex.flags}`, regex])).values()];
}

/** Load every package, to collect what it builds at load time, and run the depersonalizer. */
function useSources(): void {
  for (const group of groups) {
    for (const name of readdirSync(group)) {
      const entry = resolve(group, name, 'dist/index.js');
      if (existsSync(entry)) load(entry);
    }
  }
  useEngine();
}

/** Load a module now: an import at the top would run before the observation begins. */
function load(module: string): unknown {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require(module);
}

interface Engine {
  depersonalize: typeof depersonalize;
  restore: typeof restore;
}

/** Run each function of the depersonalizer once, to collect what it builds at run time. */
function useEngine(): void {
  const { depersonalize, restore } = load('@medley/depersonalize') as Engine;
  const texts = [
    'Звонил Иван Петров, +7 912 345-67-89, паспорт 4510 123456, г. Москва, ул. Лесная, д. 5, ivan@example.com',
    'John Smith, 12 Oak Street, Springfield, SSN 123-45-6789, born 1 May 1980, [PERSON_1]',
  ];
  for (const text of texts) {
    const { text: without, mapping = '' } = depersonalize(text, { mode: 'reversible' });
    restore(without.toLowerCase(), mapping);
    depersonalize(text, { mode: 'randomize', seed: 1 });
  }
}

function analysed(regex: FoundRegex): string[] {
  const { reports } = analyse({ source: regex.source, flags: regex.flags });
  return reports.slice(0, 1).map(({ type, exponential, character }) => {
    const kind = exponential ? 'exponential' : 'quadratic';
    return `${name(regex)} takes ${kind} time on ${JSON.stringify(character.pick)} repeated (${type})`;
  });
}

function tried(regex: FoundRegex): string[] {
  const pumped = pumpRegex(new RegExp(regex.source, regex.flags));
  if (!pumped) return [];
  const { unit, milliseconds } = pumped;
  return [
    `${name(regex)} takes ${milliseconds.toFixed(0)} ms for ${PUMPED_LENGTH} characters of ${JSON.stringify(unit)} repeated`,
  ];
}

function name({ source, flags, at }: FoundRegex): string {
  return `${at}: /${source.slice(0, SHOWN)}${source.length > SHOWN ? '…' : ''}/${flags}`;
}

main();
