import { type Agreement, type Case, cases } from './grammar';
import { fold } from '../../../text/split-words';

/** How names with a certain kind of stem are declined. */
export interface Paradigm {
  name: string;
  agrees: readonly Agreement[];
  /** What all forms begin with looks like this; folded. */
  stem: RegExp;
  /** What follows the stem in each case, in the order of `cases`; further spellings behind a bar. */
  endings: readonly string[];
}

const both: readonly Agreement[] = ['male', 'female'];
const paradigm = (
  name: string,
  agrees: Agreement | readonly Agreement[],
  [stem, endings]: readonly [RegExp, string],
): Paradigm => ({
  name,
  agrees: typeof agrees === 'string' ? [agrees] : agrees,
  stem,
  endings: endings.replaceAll('-', '').split(' '),
});

const possessive = /.(?:[оеё]в|[иы]н)$/u;
const velar = /.[гкх]$/u;
const hard = /.[бвдзлмнпрстфц]$/u;
const soft = /.н$/u;
const hushed = /.[жчшщ]$/u;
const consonant = /[бвгджзклмнпрстфхцчшщ]$/u;
const vowel = /[аеёиоуыэюя]$/u;
const notI = /[^и]$/u;
/** Surnames that never change: by their last letter, or because French stresses it. */
export const frozenSurname =
  /(?:[оеёуюиыэ]|[ыи]х|[оуеи]а|^(?:дюма|тома|дега|люка|петипа|мюра|дидро|золя|труайя|моруа|гавальда))$/u;

const feminine = 'ая ой ой ую ой|ою ой';
const pluralHard = 'ые ых ым ых ыми ых';
const pluralSoft = 'ие их им их ими их';
const still = '- - - - - -';

/** Surnames, the telling paradigms first: what one of them reads is read by no later one of the same stem. */
export const surnameParadigms: readonly Paradigm[] = [
  paradigm('possessive', 'male', [possessive, '- а у а ым е']),
  paradigm('possessive', 'female', [possessive, 'а ой ой у ой|ою ой']),
  paradigm('possessive', 'plural', [possessive, 'ы ых ым ых ыми ых']),
  paradigm('adjective', 'male', [velar, 'ий|ой ого ому ого им ом']),
  paradigm('adjective', 'female', [velar, feminine]),
  paradigm('adjective', 'plural', [velar, pluralSoft]),
  paradigm('adjective', 'male', [hard, 'ый|ой ого ому ого ым ом']),
  paradigm('adjective', 'female', [hard, feminine]),
  paradigm('adjective', 'plural', [hard, pluralHard]),
  paradigm('adjective', 'male', [soft, 'ий его ему его им ем']),
  paradigm('adjective', 'female', [soft, 'яя ей ей юю ей|ею ей']),
  paradigm('adjective', 'plural', [soft, pluralSoft]),
  paradigm('adjective', 'male', [hushed, 'ий его ему его им ем']),
  paradigm('adjective', 'female', [hushed, 'ая ей ей ую ей|ею ей']),
  paradigm('adjective', 'plural', [hushed, pluralSoft]),
  paradigm('frozen', both, [frozenSurname, still]),
  paradigm('consonant', 'male', [consonant, '- а у а ом|ем е']),
  paradigm('consonant', 'female', [consonant, still]),
  paradigm('consonant', 'plural', [consonant, 'ы|и ов|ей ам ов|ей ами ах']),
  paradigm('soft', 'male', [consonant, 'ь я ю я ем е']),
  paradigm('soft', 'female', [/ь$/u, still]),
  paradigm('yot', 'male', [vowel, 'й я ю я ем е']),
  paradigm('yot', 'female', [/й$/u, still]),
  paradigm('noun', both, [consonant, 'а ы|и е у ой|ей|ою|ею е']),
  paradigm('noun', both, [notI, 'я и е ю ей|ею е']),
  paradigm('iya', both, [/и$/u, 'я и и ю ей|ею и']),
];

/** First names. */
export const firstNameParadigms: readonly Paradigm[] = [
  paradigm('consonant', 'male', [consonant, '- а у а ом|ем е']),
  paradigm('yot', 'male', [/[^и]$/u, 'й я ю я ем е']),
  paradigm('yot', 'male', [/и$/u, 'й я ю я ем и']),
  paradigm('soft', 'male', [consonant, 'ь я ю я ем е']),
  paradigm('noun', both, [consonant, 'а ы|и е у ой|ей|ою|ею е']),
  paradigm('noun', both, [notI, 'я и е ю ей|ею е']),
  paradigm('iya', both, [/и$/u, 'я и и ю ей|ею и']),
  paradigm('third', 'female', [consonant, 'ь и и ь ью и']),
  paradigm('frozen', 'female', [consonant, still]),
  paradigm('frozen', both, [/[оеёуюиыэ]$/u, still]),
];

/** What a paradigm puts behind a stem, with the spelling rules of Russian. */
export function endingIn({ endings }: Paradigm, stem: string, inCase: Case): string {
  const [ending = ''] = (endings[cases.indexOf(inCase)] ?? '').split('|');
  if (/[гкхжчшщ]$/iu.test(stem) && ending.startsWith('ы')) return `и${ending.slice(1)}`;
  // «Радкевичем», «Сашей», but «Швецом», where the ending is stressed.
  const isHushed = /[жчшщц]$/iu.test(stem) && !/ец$/iu.test(stem);
  return isHushed && /^о[мйю]$/u.test(ending) ? `е${ending.slice(1)}` : ending;
}

export interface Ending {
  paradigm: Paradigm;
  case: Case;
}

/** By ending, which paradigms have it in which case. */
export function indexEndings(paradigms: readonly Paradigm[]): ReadonlyMap<string, readonly Ending[]> {
  const index = new Map<string, Ending[]>();
  for (const row of paradigms) {
    row.endings.forEach((spellings, at) => {
      for (const spelling of spellings.split('|')) {
        const known = index.get(spelling) ?? [];
        known.push({ paradigm: row, case: cases[at] ?? 'nominative' });
        index.set(spelling, known);
      }
    });
  }
  return index;
}

const fleeting: ReadonlyMap<string, string> = new Map([
  ['лев', 'льв'],
  ['павел', 'павл'],
  ['олежек', 'олежк'],
  ['петр', 'петр'],
]);

/** What a man’s first name is declined from where it drops or changes a vowel: Льв-, Павл-, Петр-, Игорьк-; else null. */
export function obliqueStem(name: string): string | null {
  const folded = fold(name);
  const known = fleeting.get(folded);
  if (known !== undefined) return name.slice(0, 1) + known.slice(1);
  // «Санёк», «Игорёк»
  return /[лнртс][её]к$/u.test(folded) ? `${name.slice(0, -2)}ьк` : null;
}
