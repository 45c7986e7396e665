import { type FoldedText, foldSpelling } from './fold-spelling';
import { type CustomType, isCustomType } from '../own-rules/own-rules';
import type { EntityType } from '@medley/contracts';
import { entityTypes, registry } from '../entities/registry';
import { textAfter, textBefore } from '../text/spans';

/** What a word of a marker stands for; `isOwn`: it is the type as we spell it. */
interface MarkerWord {
  type: EntityType;
  isOwn: boolean;
}

/** Every word for a type, in capitals with underscores, the longest first. */
const markerWords: ReadonlyMap<string, MarkerWord> = new Map(
  entityTypes
    .flatMap((type): [string, MarkerWord][] => [
      [type, { type, isOwn: true }],
      ...registry[type].markerWords.map((word): [string, MarkerWord] => [word, { type, isOwn: false }]),
    ])
    .sort(([a], [b]) => b.length - a.length),
);

/** A marker found in a text, as it was meant: `PERSON_1`. */
export interface MarkerMatch {
  name: string;
  /** UTF-16 offsets, brackets included. */
  start: number;
  end: number;
  /** A case ending that was put behind it or before its closing bracket («[PERSON_1]у»); `''`: none. */
  ending: string;
  /** The end with the ending. */
  endingEnd: number;
}

const MOST_DIGITS = 7;
/** The underscore inside a type, or what models make of it. */
const INNER_GLUE = '(?:\\\\{0,2}[_-]|\\s)';
/** Between type and number also nothing, blanks, or a number sign. */
const GLUE = '\\s{0,2}(?:\\\\{0,2}[_-]|[№#])?\\s{0,2}';
/** What every spelling of a marker has in common; `readMarker` decides whether it is one. */
function coreOf(words: Iterable<string>): RegExp {
  const spelled = [...words].map((word) => word.replaceAll('_', INNER_GLUE)).join('|');
  return new RegExp(`(${spelled})(${GLUE})([1-9]\\d{0,${MOST_DIGITS - 1}})(?!\\d)`, 'giu');
}
const corePattern = coreOf(markerWords.keys());

/** The pattern for a text that may also have markers of own rules; their types hold nothing but A–Z, 0–9 and `_`. */
function coreWith(types: readonly CustomType[]): RegExp {
  if (types.length === 0) return corePattern;
  const longestFirst = [...types].sort((a, b) => b.length - a.length);
  return coreOf([...longestFirst, ...markerWords.keys()]);
}

/** Russian case endings of names and of masculine nouns, which is what «PERSON_1» sounds like. */
const ENDING =
  "[-'’]?(ого|его|ому|ему|ыми|ими|ами|ями|ом|ем|ём|ой|ей|ою|ею|ым|им|ых|их|ую|юю|ов|ев|ам|ям|ах|ях|а|я|у|ю|е|ы|и)(?![\\p{L}\\p{N}_])";
const openerPattern = /(\\{0,2})\[\s{0,2}[*_`]{0,2}$/u;
const closerPattern = new RegExp(`^[*_\`]{0,2}(?:${ENDING})?\\s{0,2}(\\\\{0,2})\\]`, 'iu');
const endingPattern = new RegExp(`^${ENDING}`, 'iu');
/** How far the patterns above can reach. */
const REACH = 12;
const hasOpening = /\[[^[\]\n]*$/;
const hasClosing = /^[^[\]\n]*\]/;
const PAIR_REACH = 200;
const standsAlone = /(?<![\p{L}\p{N}_])$/u;
/** Nothing that would make a longer word or number of it; an English plural or genitive is none. */
const stops = /^(?:s(?![\p{L}\p{N}_])|(?![\p{L}\p{N}_]|[-.,]\d))/u;

export function markerText(name: string): string {
  return `[${name}]`;
}

/**
 * Every marker of a text, in order, however a model has spelled it. In brackets (` `, full-width or lenticular,
 * escaped or not): any letter case, any glue (`_`, `-`, a blank, `№`, none), a Markdown escape, emphasis, Russian words
 * for the type. Without brackets it must stand alone and have an underscore or a hyphen (`person_1`), or be in capitals
 * (`PERSON 1`): «person 1» and «Person 1» are ordinary speech. `types`
 * names those of own rules.
 */
export function findMarkers(text: string, types: readonly CustomType[] = []): MarkerMatch[] {
  const folded = foldSpelling(text);
  return [...folded.text.matchAll(coreWith(types))].flatMap((match) => readMarker(folded, match) ?? []);
}

/** Markers exactly as they were put, the given names only. */
export function findExactMarkers(text: string, isOurs: (name: string) => boolean): MarkerMatch[] {
  return [...text.matchAll(/\[([A-Z0-9_]+_\d+)\]/g)].flatMap(({ 0: written, 1: name = '', index: start }) => {
    const end = start + written.length;
    return isOurs(name) ? [{ name, start, end, ending: '', endingEnd: end }] : [];
  });
}

/**
 * Names that no new marker may have, because what stays of the text holds something that a model, or we, could take
 * for them. A new marker begins and ends with a bracket, so nothing can grow together over it: parts can be judged alone.
 */
export function suspectMarkers(parts: readonly string[], types: readonly CustomType[] = []): Set<string> {
  const folded = foldSpelling(parts.join(']['));
  const taken = new Set<string>();
  for (const match of folded.text.matchAll(coreWith(types))) {
    const { name, isOwn } = readCore(match);
    if (isOwn || readMarker(folded, match)) taken.add(name);
  }
  return taken;
}

interface Core {
  name: string;
  /** Whether the type is spelled as we do, in whatever case. */
  isOwn: boolean;
  /** Whether it may stand without brackets. */
  isPlain: boolean;
}

function readCore([, word = '', glue = '', number = '']: RegExpMatchArray): Core {
  const plain = word.toUpperCase().replace(/\\{0,2}[_-]|\s/g, '_');
  const { type = plain, isOwn = isCustomType(plain) } = markerWords.get(plain) ?? {};
  const isJoined = /^\\{0,2}[_-]$/.test(glue);
  const isShouted = /^[^\n\r]+$/.test(glue) && word === word.toUpperCase();
  return { name: `${type}_${number}`, isOwn, isPlain: isOwn && (isJoined || isShouted) };
}

/** The marker around a core, or null when it only looks like one. */
function readMarker({ text, rangeOf }: FoldedText, match: RegExpMatchArray): MarkerMatch | null {
  const core = readCore(match);
  const from = match.index ?? 0;
  const to = from + match[0].length;
  const opener = openerPattern.exec(textBefore(text, from, REACH));
  const closer = closerPattern.exec(textAfter(text, to, REACH));
  const found = opener && closer ? inBrackets(text, { from, to, opener, closer }) : null;
  const bare = found ?? (core.isPlain ? withoutBrackets(text, { from, to, opener, closer }) : null);
  if (!bare) return null;
  const { start, end, ending, endingEnd } = bare;
  const range = rangeOf(start, end);
  return {
    name: core.name,
    ...range,
    ending: ending.toLowerCase(),
    endingEnd: rangeOf(start, endingEnd).end,
  };
}

interface Surroundings {
  from: number;
  to: number;
  opener: RegExpExecArray | null;
  closer: RegExpExecArray | null;
}
type Extent = Omit<MarkerMatch, 'name'>;

function inBrackets(text: string, { from, to, opener, closer }: Surroundings): Extent {
  const [opened = '', escape = ''] = opener ?? [];
  const [closed = '', inner = '', closingEscape = ''] = closer ?? [];
  // A backslash belongs to the marker only when both brackets have theirs.
  const start = from - opened.length + (closingEscape === '' ? escape.length : 0);
  const end = to + closed.length;
  return inner === '' ? withEnding(text, start, end) : { start, end, ending: inner, endingEnd: end };
}

/** At most one bracket is left; it goes too, unless it has its counterpart elsewhere: then it is the text's own. */
function withoutBrackets(text: string, { from, to, opener, closer }: Surroundings): Extent | null {
  if (closer && !hasOpening.test(textBefore(text, from, PAIR_REACH))) {
    const end = to + closer[0].length;
    return standsAlone.test(textBefore(text, from, 2))
      ? { start: from, end, ending: closer[1] ?? '', endingEnd: end }
      : null;
  }
  if (opener && !hasClosing.test(textAfter(text, to, PAIR_REACH))) {
    const [opened, escape = ''] = opener;
    return endsWell(text, withEnding(text, from - opened.length + escape.length, to));
  }
  return standsAlone.test(textBefore(text, from, 2)) ? endsWell(text, withEnding(text, from, to)) : null;
}

function withEnding(text: string, start: number, end: number): Extent {
  const [written = '', ending = ''] = endingPattern.exec(textAfter(text, end, REACH)) ?? [];
  return { start, end, ending, endingEnd: end + written.length };
}

function endsWell(text: string, extent: Extent): Extent | null {
  return extent.ending !== '' || stops.test(textAfter(text, extent.end, 2)) ? extent : null;
}
