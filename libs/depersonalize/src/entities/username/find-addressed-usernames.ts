import { type Match, confidence } from '../../document/match';
import type { TextDocument } from '../../document/text-document';
import { isOfProgram } from './is-formed-name';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('username');

const NAME =
  '(?<name>[A-Za-z][A-Za-z\\d]{1,20}(?:_[A-Za-z\\d]{1,20}){0,4})(?![\\p{L}\\p{N}@/\\\\:(=_-]|\\.[\\p{L}\\p{N}])';
const people = oneOf('people');
const greetings = oneOf('greetings');
const writing = oneOf('done-to-accounts');
const sources: readonly string[] = [
  `${people} ${NAME}`,
  `${greetings},? ${NAME}(?= ?(?:[,!.]|\\n|$|[—–-] ))`,
  `${writing} ${NAME}(?= ?(?:[,;!?.)\\n]|$| ${oneOf('words-after-written-to')}(?!\\p{L})))`,
];
const patterns = sources.map((source) => new RegExp(`(?<![\\p{L}\\p{N}@./_-])(?:${source})`, 'giu'));
/** Where a name may begin: few texts have such words, and the patterns look at what is around them alone. */
const nameMark = / (?:[A-Za-z][A-Za-z\d]+_[A-Za-z\d]|[a-z]{4,30}\d\d)/g;
/** Saves the longer search. */
const anyMark = /_|[a-z]\d\d/;
/** More than the longest words before a name, and than a name with what follows it. */
const BEFORE = 40;
const BEHIND = 140;
/** Fields of programs and what templates leave open: «Hi first_name». */
const field = new RegExp(`(?:^|_)${oneOf('fields-of-programs')}(?:_|\\d{0,4}$)`, 'i');

/** Accounts that are greeted or written to, or called a moderator or a player («Hi red_fox7,», «модератору red_fox»). */
export function findAddressedUsernames({ text }: TextDocument): Match[] {
  if (!anyMark.test(text)) return [];
  return Array.from(text.matchAll(nameMark)).flatMap(({ index }) => findAt(text, index + 1));
}

function findAt(text: string, start: number): Match[] {
  const from = Math.max(0, start - BEFORE);
  const around = text.slice(from, start + BEHIND);
  return patterns.flatMap((pattern) =>
    Array.from(around.matchAll(pattern)).flatMap(({ 0: written, index, groups }) => {
      const name = groups?.['name'] ?? '';
      const end = from + index + written.length;
      if (end - name.length !== start || !isAccount(name)) return [];
      return [{ start, end, type: 'USERNAME' as const, score: confidence.formed }];
    }),
  );
}

/** Words with a stroke between them, or a long one with a number. */
function isAccount(name: string): boolean {
  const isFormed = /^[a-z]{2,}\d{0,4}(?:_[a-z\d]+)+$/i.test(name) || /^[a-z]{4,}\d{2,4}$/.test(name);
  return (
    isFormed && name.length >= 6 && name !== name.toUpperCase() && !field.test(name) && !isOfProgram(name)
  );
}

/** «m.lykova»: an initial and a surname. */
const namePattern =
  /(?=[a-z]\.)(?<![\p{L}\p{N}@._/\\$-])[a-z]\.[a-z]{4,20}\d{0,3}(?![\p{L}\p{N}@/\\([=_-]|\.[\p{L}\p{N}]| =)/gu;
/** What objects of one letter have in code. */
const members = new RegExp(`\\.${oneOf('members-of-objects')}$`);
const about = new RegExp(`(?<!\\p{L})${oneOf('talk-of-access')}`, 'iu');
const EARLIER = 80;
const LATER = 40;

/** Accounts made of an initial and a surname where access is spoken of in Russian («добавьте m.lykova в группу»). */
export function findInitialUsernames({ text, language }: TextDocument): Match[] {
  if (language !== 'ru' || !/[a-z]\.[a-z]{4}/.test(text)) return [];
  return Array.from(text.matchAll(namePattern)).flatMap(({ 0: name, index: start }) => {
    const end = start + name.length;
    if (isOfProgram(name) || members.test(name)) return [];
    const around = `${textBefore(text, start, EARLIER)}\n${textAfter(text, end, LATER)}`;
    return about.test(around) ? [{ start, end, type: 'USERNAME' as const, score: confidence.likely }] : [];
  });
}
