import { nameProbability } from '../../../../document/match';
import {
  type DescribedText,
  type TokenSpan,
  classesOf,
  columnAt,
  script,
  stemsOf,
  tokenKind,
  wordClasses,
} from '@medley/person-model';
import { readAnnouncedName } from './read-announced-name';
import { tokensOf } from './tokens-of';

/** How sure a name is that only a label shows. */
const LIKELY = nameProbability.shown;
const BEFORE = 24;

/** Labels of somebody. */
const people = stemsOf(
  'pt patient pupil insured policyholder claimant petitioner respondent plaintiff defendant appellant appellee deponent witness ' +
    'debtor prescriber supervising ordering referring guarantor applicant appl tenant employee member subscriber cardholder holder ' +
    'adjuster guardian carer spouse originator beneficiary payee requester signed signature supervisor signatory',
);
const ofSomebody = stemsOf('statement marriage estate account card affidavit testimony deposition name');
const parts = stemsOf('surname surnames forename forenames ln fn name names');
const labels = new Set([...people, ...ofSomebody, ...parts]);
const colon = /[ \t]?(?:[:=]|\.{3,60}|[ .]{4,60})[ \t]{0,40}/uy;
const blank = /[ ]?[:]? +/uy;
const openedBy: readonly (readonly [RegExp, RegExp, boolean])[] = [
  // What stands at the label and before it, what behind it, and whether one word is enough.
  [/(?:^|\n|\t| {2})(?:LN|FN|MN)$/u, /[ ]?:? */uy, true],
  [/(?:^|[\n\t"|,;]| {2})[ ]{0,8}(?:last|first|family|given|middle|maiden|second) names?$/iu, colon, true],
  [/(?:^|[\n\t]| {2})[ ]{0,8}(?:surname|forename)s?(?:\(s\))?$/iu, colon, true],
  [/(?:^|[\n.;\t]| {2})[ ]{0,8}(?:statement|affidavit|testimony|deposition)$/iu, / of:? +/uy, false],
  [/(?:marriage|estate|account|matter)$/iu, / of:? +/uy, false],
  [/(?:^|[\n.;\t]| {2})[ ]{0,8}signed$/iu, /(?: by)?[ ]?:? +/uy, false],
  [/name on (?:the |my )?(?:account|card|policy)$/iu, blank, false],
];

/** Names behind their label: “Pt: …”, “Signed …”, “Statement of …”, “LN …”. Linear. */
export function announcedNames(text: string, described: DescribedText): TokenSpan[] {
  const { columns, tokens } = described;
  const found: TokenSpan[] = [];
  for (let token = 0; token < tokens.count; token += 1) {
    const stem = columns.get(columnAt.stem, token);
    if (!labels.has(stem) || columns.get(columnAt.script, token) !== script.latin) continue;
    const at = tokens.ends[token] ?? 0;
    const opening = openingBehind(text, at, people.has(stem));
    const name = opening && readAnnouncedName(text, opening.at);
    const span = name && tokensOf(described, name, token);
    if (!opening || !span || !isSomebody(described, span, opening.isOneEnough)) continue;
    found.push({ ...span, probability: LIKELY });
  }
  return found;
}

function openingBehind(
  text: string,
  at: number,
  isPerson: boolean,
): { at: number; isOneEnough: boolean } | null {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  for (const [label, behind, isOneEnough] of openedBy) {
    if (!label.test(before)) continue;
    const end = endOf(behind, text, at);
    if (end !== null) return { at: end, isOneEnough };
  }
  const end = isPerson ? endOf(colon, text, at) : null;
  return end === null ? null : { at: end, isOneEnough: false };
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Whether the words of a value are those of a name: some name, and no word that everybody uses. */
function isSomebody(
  described: DescribedText,
  { first, last }: Pick<TokenSpan, 'first' | 'last'>,
  isOneEnough: boolean,
): boolean {
  const { columns, tokens } = described;
  if (columns.get(columnAt.script, first) !== script.latin) return false;
  const words: number[] = [];
  for (let token = first; token <= last; token += 1) {
    if (tokens.kinds[token] === tokenKind.word && columns.get(columnAt.length, token) > 1) words.push(token);
  }
  const classes = words.map((token) => classesOf(described, token));
  const isPlain = (classOf: number, i: number): boolean =>
    (classOf & wordClasses.common) !== 0 &&
    (classOf & wordClasses.name) === 0 &&
    columns.get(columnAt.isHyphenated, words[i] ?? 0) === 0;
  if (isOneEnough) return classes.some((classOf, i) => !isPlain(classOf, i));
  if (words.length < 2 && last === first)
    return classes.every((one) => (one & wordClasses.name) !== 0 && (one & wordClasses.common) === 0);
  return classes.some((one) => (one & wordClasses.name) !== 0) && !classes.every(isPlain);
}
