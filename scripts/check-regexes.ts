import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { depersonalize, restore } from '@medley/depersonalize';
import { analyse } from 'scslre';
import { collectBuilt } from './regexes/collect-built';
import { collectLiterals, type FoundRegex } from './regexes/collect-literals';
import { PUMPED_LENGTH, pumpRegex } from './regexes/pump-regex';
import { say } from './run-steps';

/** The package whose expressions meet long texts of strangers; its own are also tried out. */
const ENGINE = 'libs/depersonalize/';
const SHOWN = 200;

const groups = ['libs', 'services'];

/**
 * Looks for catastrophic backtracking: expressions whose time grows faster than the text. All of libs and services are
 * judged by analysis (scslre, which eslint-plugin-regexp rests on); those of the depersonalization engine, the ones it
 * builds from strings included, also by trying.
 */
function main(): void {
  const found = unique([...groups.flatMap(literalsBelow), ...collectBuilt(useEngine).filter(isOurs)]);
  const faults = found.flatMap((regex) => {
    const known = analysed(regex);
    // What is slow for sure is not tried out: it might take for ever.
    return known.length > 0 ? known : tried(regex);
  });
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  say(`${found.length} regular expressions, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** What libraries build gets the short pieces that our own expressions have found. */
function isOurs({ at }: FoundRegex): boolean {
  return groups.some((group) => at.startsWith(`${group}/`));
}

function literalsBelow(group: string): FoundRegex[] {
  return readdirSync(group)
    .map((name) => join(group, name, 'src'))
    .filter((directory) => existsSync(directory))
    .flatMap(collectLiterals);
}

function unique(regexes: readonly FoundRegex[]): FoundRegex[] {
  return [...new Map(regexes.map((regex) => [`/${regex.source}/${regex.flags}`, regex])).values()];
}

interface Engine {
  depersonalize: typeof depersonalize;
  restore: typeof restore;
}

/** Load the engine and do each of its works once: what it builds at load and what it builds at work. */
function useEngine(): void {
  // Loaded here and not above, since its loading is watched.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { depersonalize, restore } = require('@medley/depersonalize') as Engine;
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
  if (!regex.at.includes(ENGINE)) return [];
  const pumped = pumpRegex(new RegExp(regex.source, regex.flags));
  if (!pumped) return [];
  const { unit, milliseconds } = pumped;
  return [
    `${name(regex)} took ${milliseconds.toFixed(0)} ms for ${PUMPED_LENGTH} characters of ${JSON.stringify(unit)} repeated`,
  ];
}

function name({ source, flags, at }: FoundRegex): string {
  return `${at}: /${source.slice(0, SHOWN)}${source.length > SHOWN ? '…' : ''}/${flags}`;
}

main();
