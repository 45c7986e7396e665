import { lazy } from '../lazy';

/** What a word does in a number that is said: «сорок», “hundred”, “double”, «двенадцатого». */
export interface NumberWord {
  /**
   * `figure` is a noun for a digit («семёрка»), `repeat` says how often the next digit stands (“double five”), `hundreds`
   * multiplies what is before it by a hundred (“twelve hundred”).
   */
  kind:
    | 'zero'
    | 'unit'
    | 'teen'
    | 'ten'
    | 'hundred'
    | 'hundreds'
    | 'thousands'
    | 'millions'
    | 'figure'
    | 'repeat';
  value: number;
  /** How an ordinal ends in digits: «12», «2-я», “3rd”. Null: a cardinal. */
  ordinal: 'ru' | 'feminine' | 'adjective' | 'en' | null;
  language: 'ru' | 'en';
}

type Word = readonly [word: string, value: number];
const split = (list: string): string[] => list.trim().split(/\s+/);

const units = split('один два три четыр пят шест сем восем девят');
const unitForms = `1 один одна одно одну одного одной одному одним 2 два две двух двум двумя 3 три трех трем тремя
  4 четыре четырех четырем четырьмя 40 сорок сорока 90 девяносто девяноста 100 сто ста 200 двести двухсот двумстам
  300 триста трехсот тремстам 400 четыреста четырехсот четыремстам 50 писят пятьсят 60 шестьсят шисят 70 семьсят
  80 восемьсят восемсят 12 двенацать 20 двацать 30 трицать 11 одинадцать 16 шеснадцать`;
/** Nouns for digits, which may stand behind how many there are of them: «два нуля», «три семёрки». */
const figures = split('единиц двойк тройк четверк пятерк шестерк семерк восьмерк девятк');
const genitives = split('пяти шести семи восьми девяти');

function russianCardinals(): Word[] {
  let value = 0;
  const listed = split(unitForms).flatMap((part): Word[] => {
    if (!/\d/.test(part)) return [[part, value]];
    value = Number(part);
    return [];
  });
  const soft = (stem: string, meant: number): Word[] => ['ь', 'и', 'ью'].map((end) => [stem + end, meant]);
  const ones = ['пят', 'шест', 'сем', 'восем', 'девят', 'десят'].flatMap((stem, i) => soft(stem, i + 5));
  const teens = split('один две три четыр пят шест сем восем девят').flatMap((stem, i) =>
    soft(`${stem}надцат`, i + 11),
  );
  const round = ['двадцат', 'тридцат'].flatMap((stem, i) => soft(stem, (i + 2) * 10));
  const many = genitives.flatMap((genitive, i): Word[] => {
    const stem = units[i + 4] ?? '';
    const tens: Word[] = [
      [`${stem}ьдесят`, (i + 5) * 10],
      [`${genitive}десяти`, (i + 5) * 10],
      [`${stem}ьюдесятью`, (i + 5) * 10],
    ];
    const hundreds: Word[] = [`${stem}ьсот`, `${genitive}сот`, `${genitive}стам`].map((word) => [
      word,
      (i + 5) * 100,
    ]);
    return [...(i < 4 ? tens : []), ...hundreds];
  });
  return [...listed, ['восьми', 8], ['восьмью', 8], ...ones, ...teens, ...round, ...many];
}

const ordinalStems = `1 перв 2 втор 3 трет 4 четверт 5 пят 6 шест 7 седьм 8 восьм 9 девят 10 десят 20 двадцат 30 тридцат
  40 сороков 50 пятидесят 60 шестидесят 70 семидесят 80 восьмидесят 90 девяност 100 сот 200 двухсот 300 трехсот
  400 четырехсот 500 пятисот 600 шестисот 700 семисот 800 восьмисот 900 девятисот 1000 тысячн 2000 двухтысячн 0 нулев`;
/** Endings of days and years in dates, of feminine adjectives, of the others. */
const dateEnds = split('ого ому ом ое ьего ьему ьем ье ым ьим');
const feminineEnds = split('ая ую ья ью ьей');
const otherEnds = split('ый ой ий ые ых ьи ьих');

function russianOrdinals(): [string, NumberWord][] {
  const parts = split(ordinalStems);
  const teens = split('один две три четыр пят шест сем восем девят').map((stem, i): Word => [
    `${stem}надцат`,
    i + 11,
  ]);
  const stems = parts.flatMap((part, i): Word[] =>
    /\d/.test(part) ? [[parts[i + 1] ?? '', Number(part)]] : [],
  );
  return [...stems, ...teens].flatMap(([stem, value]) => {
    const made = (ends: readonly string[], ordinal: NumberWord['ordinal']): [string, NumberWord][] =>
      ends
        .filter((end) => (stem === 'трет') === /^(?:ь|ий)/.test(end))
        .map((end) => [stem + end, { kind: kindOf(value), value, ordinal, language: 'ru' }]);
    return [...made(dateEnds, 'ru'), ...made(feminineEnds, 'feminine'), ...made(otherEnds, 'adjective')];
  });
}

const english = `0 zero oh nought naught 1 one 2 two 3 three 4 four 5 five 6 six 7 seven 8 eight 9 nine 10 ten 11 eleven
  12 twelve 13 thirteen 14 fourteen 15 fifteen 16 sixteen 17 seventeen 18 eighteen 19 nineteen 20 twenty 30 thirty
  40 forty fourty 50 fifty 60 sixty 70 seventy 80 eighty 90 ninety`;
const englishOrdinals = `1 first 2 second 3 third 4 fourth 5 fifth 6 sixth 7 seventh 8 eighth 9 ninth 10 tenth
  11 eleventh 12 twelfth 13 thirteenth 14 fourteenth 15 fifteenth 16 sixteenth 17 seventeenth 18 eighteenth
  19 nineteenth 20 twentieth 30 thirtieth 40 fortieth 50 fiftieth 60 sixtieth 70 seventieth 80 eightieth 90 ninetieth`;

function kindOf(value: number): NumberWord['kind'] {
  if (value === 0) return 'zero';
  if (value < 10) return 'unit';
  if (value < 20) return 'teen';
  if (value < 100) return 'ten';
  return value < 1000 ? 'hundred' : 'thousands';
}

const languageOf = (word: string): NumberWord['language'] => (/[а-я]/u.test(word) ? 'ru' : 'en');

function listed(list: string, ordinal: NumberWord['ordinal']): [string, NumberWord][] {
  let value = 0;
  return split(list).flatMap((part): [string, NumberWord][] => {
    if (!/\d/.test(part))
      return [[part, { kind: kindOf(value), value, ordinal, language: languageOf(part) }]];
    value = Number(part);
    return [];
  });
}

const special = (kind: NumberWord['kind'], value: number, words: string): [string, NumberWord][] =>
  split(words).map((word) => [word, { kind, value, ordinal: null, language: languageOf(word) }]);

/** Every word of a number, folded. */
export const numberWords = lazy((): ReadonlyMap<string, NumberWord> => {
  const cardinals = russianCardinals().map(([word, value]): [string, NumberWord] => [
    word,
    { kind: kindOf(value), value, ordinal: null, language: 'ru' },
  ]);
  const nouns = figures.flatMap((stem, i) =>
    special('figure', i + 1, ['а', 'и', 'у', 'ы', ''].map((end) => stem + end).join(' ')),
  );
  return new Map([
    ...russianOrdinals(),
    ...special('zero', 0, 'ноль нуль нолю нулю нулем нолем'),
    ...special('figure', 0, 'нуля ноля нулей нолей нули нолик нолика'),
    ...nouns,
    ...cardinals,
    ...special('thousands', 1000, 'тысяча тысячи тысяч тысячу тысяче тысячей тыща тыщи тыщ thousand'),
    ...special('millions', 1e6, 'миллион миллиона миллионов миллиард миллиарда миллиардов million billion'),
    ...listed(english, null),
    ...listed(englishOrdinals, 'en'),
    ...special('hundreds', 100, 'hundred'),
    ...special('repeat', 2, 'double'),
    ...special('repeat', 3, 'triple treble'),
    ...special('repeat', 4, 'quadruple'),
  ]);
});
