import type { RunToken } from './read-run';
import { streetWords } from './address-words';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('address');

/** `strong`: an address as it stands; `weak`: with a flat, a city or a word that announces it; `bare`: with more. */
interface LatinCore {
  end: number;
  strength: 'strong' | 'weak' | 'bare';
}

const { english, weak, before, behind, points, links } = streetWords;
/** “5 bis”, “52 B”, “507 III” */
const houseTail = /^(?: (?:bis|ter|quater|[A-Z](?![\p{L}.'’])|I{1,3}(?!\p{L}))|\/\d{1,4}(?!\d))/u;
/** “900 State Highway 71”: the number is the road's. */
const roadWords = /^(?:highway|hwy|route)$/;
const adjective = /(?:[oe]va|ná|[sc]ká)$/;
const hungarian = new Set('u út utca utja tér tere krt körút rkp rakpart köz sor'.split(' '));
const LEADS_MAX = 2;
/** “2010 Supreme Court”: years and courts of law. */
const courtWords = /^(?:supreme|high|appeals?|district|circuit|federal|county|crown|constitutional)$/;

/** The line of an address that has the house: «12 Oak Street», «Via Roma 12», «9721 Dalmatinova 43». */
export function readLatinCore(text: string, tokens: readonly RunToken[]): LatinCore | null {
  const leads = tokens.findIndex(({ isNumber }) => !isNumber);
  if (leads === -1 || leads > LEADS_MAX) return null;
  if (isFieldNumber(text, tokens, leads)) return null;
  const rest = tokens.slice(leads);
  const stop = rest.findIndex(({ isNumber }) => isNumber);
  const words = stop === -1 ? rest : rest.slice(0, stop);
  const house = stop === -1 ? undefined : rest[stop];
  const line: Line = {
    text,
    words,
    house,
    behindHouse: stop === -1 ? [] : rest.slice(stop + 1),
    leads,
    lead: leads > 0 ? tokens[0] : undefined,
  };
  return readEnglish(line) ?? readBefore(line) ?? readBehind(line) ?? readNameless(line);
}

/** “8 3307 SW 26th Ter”: what a licence numbers its fields with. */
function isFieldNumber(text: string, [first]: readonly RunToken[], leads: number): boolean {
  if (leads < 2 || first === undefined || !/^\d{1,2}$/.test(first.text)) return false;
  return /(?:^|\n)[ \t]*$/.test(textBefore(text, first.start, 8));
}

interface Line {
  text: string;
  words: readonly RunToken[];
  /** The number behind the words. */
  house: RunToken | undefined;
  behindHouse: readonly RunToken[];
  /** How many numbers stand before the words, and the first of them. */
  leads: number;
  lead: RunToken | undefined;
}

function readEnglish(line: Line): LatinCore | null {
  const { words, house, leads } = line;
  if (isKindOf(before, words[0]) && !english.has(foldedAt(words, 1))) return null;
  const kind = words.findIndex(({ folded }, i) => i > 0 && english.has(folded));
  if (kind === -1 || courtWords.test(foldedAt(words, kind - 1))) return null;
  const isHoused = house !== undefined && kind === words.length - 1;
  if (leads === 0) return isHoused ? { end: secondStreet(line, house.end), strength: 'weak' } : null;
  if (isHoused && roadWords.test(foldedAt(words, kind))) return { end: house.end, strength: 'strong' };
  return { end: endOfStreet(line, kind), strength: 'strong' };
}

/** One letter is a word for a street only with its full stop: «C. Mayor», «Kossuth u. 4». */
function isKindOf(kinds: ReadonlySet<string>, word: RunToken | undefined): boolean {
  if (word === undefined || !kinds.has(word.folded)) return false;
  return word.folded.length > 1 || word.text.endsWith('.');
}

function foldedAt(words: readonly RunToken[], at: number): string {
  return words[at]?.folded ?? '';
}

/** Behind the word for the street: “NW”, or another street. */
function endOfStreet({ text, words }: Line, kind: number): number {
  let last = kind;
  while (points.has(foldedAt(words, last + 1))) last += 1;
  const further = words.slice(last + 1);
  const end = words[last]?.end ?? 0;
  return further.length > 0 ? anotherStreet(text, further, end) : end;
}

/** “31 Zezig Streets”: some write a second street behind the first. */
function anotherStreet(text: string, further: readonly RunToken[], end: number): number {
  const last = further.at(-1);
  const isStreet = last !== undefined && (weak.has(last.folded) || english.has(last.folded));
  return isStreet && further.length <= 4 && /^ ?[\n,]|^$/.test(textAfter(text, last.end, 2)) ? last.end : end;
}

function secondStreet({ text, behindHouse }: Line, start: number): number {
  const end = start + (houseTail.exec(textAfter(text, start, 8))?.[0].length ?? 0);
  return behindHouse.length > 0 ? anotherStreet(text, behindHouse, end) : end;
}

function readBefore(line: Line): LatinCore | null {
  const { text, words, house, leads } = line;
  if (words.length < 2 || !isKindOf(before, words[0]) || isByMeans(words)) return null;
  if (house !== undefined) return { end: secondStreet(line, house.end), strength: 'strong' };
  const linked = trimLinks(words);
  const named = english.has(linked.at(-1)?.folded ?? '') && linked.length > 2 ? linked.slice(0, -1) : linked;
  const end = withPoint(text, named.at(-1)?.end ?? 0);
  if (leads > 0) return { end, strength: 'strong' };
  const number = /^,? ?(?:(?:n[oº°]?|nr|num|número|bloc)\.? ?)?(?:\d{1,4}[a-z]?(?![\p{L}\d])|s\/n\.?)/iu.exec(
    textAfter(text, end, 12),
  );
  return number === null ? null : { end: end + number[0].length, strength: 'strong' };
}

function readBehind(line: Line): LatinCore | null {
  const { text, words, house, leads } = line;
  const last = words.at(-1);
  const isKind = words.length > 1 && isKindOf(behind, words.at(-1));
  const glued = words.filter(({ folded }) => isGluedStreet(folded));
  if (last === undefined || (!isKind && glued.length === 0)) return null;
  const isAdjective = !isKind && glued.every(({ folded }) => adjective.test(folded));
  if (house === undefined) return leads > 0 && !isAdjective ? { end: last.end, strength: 'strong' } : null;
  const hasStop = hungarian.has(last.folded) && text[house.end] === '.';
  const end = hasStop ? house.end + 1 : secondStreet(line, house.end);
  return { end, strength: isAdjective && leads === 0 ? 'weak' : 'strong' };
}

/** A name between two numbers, or beside one. */
function readNameless(line: Line): LatinCore | null {
  const { words, house, leads } = line;
  const names = trimLinks(words);
  const last = names.at(-1);
  if (last === undefined || (leads === 0 && house === undefined)) return null;
  if (isNoStreet(line, names)) return null;
  if (house === undefined) {
    const isKind = names.length > 1 && weak.has(last.folded);
    return { end: last.end, strength: isKind ? (leads > 1 ? 'strong' : 'weak') : 'bare' };
  }
  const isDouble =
    line.lead !== undefined && /^\d{4,6}$/.test(line.lead.text) && !/^(?:19|20)\d\d$/.test(line.lead.text);
  return { end: secondStreet(line, house.end), strength: isDouble ? 'strong' : leads > 0 ? 'weak' : 'bare' };
}

/** “Ann Hale of 7 …”: somebody who lives there; “102T XL, DOT 3823”: sizes. */
function isNoStreet({ words, house, leads }: Line, names: readonly RunToken[]): boolean {
  if (house !== undefined) return leads === 0 && words.at(-1)?.folded === 'of';
  return names.every(({ text }) => /^\p{Lu}{1,3}$/u.test(text));
}

/** “450 boul. Laurier O, …”: the half of a street in Canada. */
function withPoint(text: string, end: number): number {
  const point = /^ (?:[NSEO]\.?|Nord|Sud|Est|Ouest)(?= ?(?:[,\n]|$))/u.exec(textAfter(text, end, 9));
  return end + (point?.[0].length ?? 0);
}

/** “via LTL, 3 skids”: how something comes, no street. */
function isByMeans([first, second]: readonly RunToken[]): boolean {
  return first?.text === 'via' && /^\p{Lu}{2,5}$/u.test(second?.text ?? '');
}

function trimLinks(words: readonly RunToken[]): readonly RunToken[] {
  const last = words.findLastIndex(({ folded }) => !links.has(folded));
  return words.slice(0, last + 1);
}

/** Ends of words that are streets in themselves: «Sludevej», «Hauptstrasse», «Mannerheimintie», «Dalmatinova». */
const gluedPattern = new RegExp(
  `(?:.{2}${oneOf('streets-glued-to-name')}|.{4}(?:ova|eva|ná|ská|cká|eho|skega))$`,
  'u',
);

/** Whether a folded word is a street by its end. */
function isGluedStreet(folded: string): boolean {
  return gluedPattern.test(folded.replace(/\.$/, ''));
}
