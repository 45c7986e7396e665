import type { DepersonalizeMode, FoundEntity } from '@medley/contracts';
import { type DetectOptions, detect } from '../detect';
import { groupValues, isNameMarker } from './group-values';
import { type Place, contextHashes, hashText, writeMapping } from './mapping';
import { markerText, suspectMarkers } from './markers';
import {
  type HiddenSpan,
  type OwnRules,
  customTypesIn,
  findOwnSpans,
  joinOwnSpans,
} from '../own-rules/own-rules';
import { fullestForm } from '../entities/person/names/person-forms';
import { generateFakes } from './generate-fakes';

export interface DepersonalizeOptions extends DetectOptions {
  mode: DepersonalizeMode;
  /** For `randomize`: the same text and seed give the same values. Default: from the text. */
  seed?: number;
  /** What the account hides besides; neither `entityTypes` nor a detector switches it off, `allowList` does. */
  ownRules?: OwnRules;
}

export interface Depersonalized {
  text: string;
  /** UTF-16 offsets into the text that came in; never holds an original. */
  entities: FoundEntity[];
  /** Only with `reversible`: what `restore` needs, as JSON text with the originals in it. */
  mapping?: string;
}

/**
 * Take personal data out of a text, linear in its length: markers, numbered markers that can be undone, or fakes.
 * @throws TooManyMatches
 */
export function depersonalize(text: string, options: DepersonalizeOptions): Depersonalized {
  const own = options.ownRules ? findOwnSpans(text, options.ownRules, options.allowList ?? []) : [];
  const matches = joinOwnSpans(detect(text, options), own);
  if (options.mode === 'blind') return replace(text, matches, (finding) => markerText(finding.type));
  const grouped = groupValues(text, matches);
  if (options.mode === 'reversible') return putMarkers(text, matches, grouped.keys);
  const fakes = generateFakes(text, matches, { ...grouped, seed: options.seed });
  return replace(text, matches, (_, i) => fakes[i] ?? '');
}

function replace(
  text: string,
  matches: readonly HiddenSpan[],
  replacementOf: (finding: HiddenSpan, index: number) => string,
): Depersonalized {
  const parts: string[] = [];
  let at = 0;
  const entities = matches.map((finding, i) => {
    const { type, start, end, score } = finding;
    const replacement = replacementOf(finding, i);
    parts.push(text.slice(at, start), replacement);
    at = end;
    return { type, start, end, replacement, ...(score !== undefined && { score }) };
  });
  return { text: parts.join('') + text.slice(at), entities };
}

function putMarkers(text: string, matches: readonly HiddenSpan[], keys: readonly string[]): Depersonalized {
  const names = nameMarkers(text, matches, keys);
  const written = new Map<string, Set<string>>();
  matches.forEach(({ start, end }, i) => {
    const name = names[i] ?? '';
    written.set(name, (written.get(name) ?? new Set()).add(text.slice(start, end)));
  });
  const forms = new Map([...written].map(([name, known]) => [name, fullestFirst(name, [...known])]));
  const indexes = new Map(
    [...forms].map(([name, known]) => [name, new Map(known.map((form, i) => [form, i]))]),
  );
  const result = replace(text, matches, (_, i) => markerText(names[i] ?? ''));
  let shift = 0;
  const places = matches.map(({ start, end }, i): Place => {
    const name = names[i] ?? '';
    const at = start + shift;
    shift += markerText(name).length - (end - start);
    const around = contextHashes(result.text, { start: at, end: end + shift });
    return [name, indexes.get(name)?.get(text.slice(start, end)) ?? 0, ...around];
  });
  const values = Object.fromEntries(forms);
  return { ...result, mapping: writeMapping({ version: 1, values, places, whole: hashText(result.text) }) };
}

/** Number the values of each type in order of appearance, past numbers that the rest of the text seems to use. */
function nameMarkers(text: string, matches: readonly HiddenSpan[], keys: readonly string[]): string[] {
  const taken = suspectMarkers(partsBetween(text, matches), customTypesIn(matches.map(({ type }) => type)));
  const lastNumber = new Map<HiddenSpan['type'], number>();
  const names = new Map<string, string>();
  return matches.map(({ type }, i) => {
    const key = keys[i] ?? '';
    const known = names.get(key);
    if (known !== undefined) return known;
    let number = (lastNumber.get(type) ?? 0) + 1;
    while (taken.has(`${type}_${number}`)) number += 1;
    lastNumber.set(type, number);
    names.set(key, `${type}_${number}`);
    return `${type}_${number}`;
  });
}

function partsBetween(text: string, matches: readonly HiddenSpan[]): string[] {
  const starts = [0, ...matches.map(({ end }) => end)];
  return starts.map((start, i) => text.slice(start, matches[i]?.start ?? text.length));
}

function fullestFirst(name: string, forms: readonly string[]): string[] {
  const main = isNameMarker(name) ? fullestForm(forms) : forms[0];
  return main === undefined ? [...forms] : [main, ...forms.filter((form) => form !== main)];
}
