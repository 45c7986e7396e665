import { lazy } from '../lazy';
import { readWordLists } from '../word-lists';

const kinds = [
  'zero',
  'unit',
  'teen',
  'ten',
  'hundred',
  'hundreds',
  'thousands',
  'millions',
  'figure',
  'repeat',
] as const;
const ordinals = ['ru', 'feminine', 'adjective', 'en'] as const;

/** What a word does in a number that is said: «сорок», “hundred”, “double”, «двенадцатого». */
export interface NumberWord {
  /**
   * `figure` is a noun for a digit («семёрка»), `repeat` says how often the next digit stands (“double five”), `hundreds`
   * multiplies what is before it by a hundred (“twelve hundred”).
   */
  kind: (typeof kinds)[number];
  value: number;
  /** How an ordinal ends in digits: «12», «2-я», “3rd”. Null: a cardinal. */
  ordinal: (typeof ordinals)[number] | null;
  language: 'ru' | 'en';
}

/** Every word of a number, folded. */
export const numberWords = lazy(
  (): ReadonlyMap<string, NumberWord> =>
    new Map(
      Array.from(readWordLists('numbers'), ([name, words]) => {
        const [what = '', digits] = name.split('/');
        const value = Number(digits);
        const ordinal = ordinals.find((one) => one === what) ?? null;
        const kind = kinds.find((one) => one === what) ?? kindOf(value);
        return words.map((word): [string, NumberWord] => {
          const language = /[а-я]/u.test(word) ? 'ru' : 'en';
          return [word, { kind, value, ordinal, language }];
        });
      }).flat(),
    ),
);

function kindOf(value: number): NumberWord['kind'] {
  if (value === 0) return 'zero';
  if (value < 10) return 'unit';
  if (value < 20) return 'teen';
  if (value < 100) return 'ten';
  return value < 1000 ? 'hundred' : 'thousands';
}
