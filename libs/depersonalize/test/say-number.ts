/** Says numbers as people do, in nominative words: what the reader of numbers has to be the inverse of. */
interface Words {
  ones: readonly string[];
  tens: readonly string[];
  hundred(hundreds: number): string;
}

const split = (list: string): string[] => list.split(' ');

const russian: Words = {
  ones: split(
    'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
  ),
  tens: split('- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'),
  hundred: (hundreds) =>
    split('- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот')[hundreds] ?? '',
};

const english: Words = {
  ones: split(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  tens: split('- - twenty thirty forty fifty sixty seventy eighty ninety'),
  hundred: (hundreds) => `${english.ones[hundreds] ?? ''} hundred`,
};

export const languages = { ru: russian, en: english } as const;

/** A number below a thousand in words. */
export function sayNumber(value: number, language: keyof typeof languages): string {
  const { ones, tens, hundred } = languages[language];
  if (value < 20) return ones[value] ?? '';
  const rest = value % (value < 100 ? 10 : 100);
  const lead = value < 100 ? (tens[Math.floor(value / 10)] ?? '') : hundred(Math.floor(value / 100));
  return rest === 0 ? lead : `${lead} ${sayNumber(rest, language)}`;
}

/** A group of digits as it is dictated: leading zeros one by one, the rest as a number. */
export function sayGroup(digits: string, language: keyof typeof languages): string {
  const zeros = /^0*/.exec(digits)?.[0].length ?? 0;
  const rest = digits.slice(zeros);
  const said = Array.from({ length: zeros }, () => languages[language].ones[0] ?? '');
  return [...said, ...(rest === '' ? [] : [sayNumber(Number(rest), language)])].join(' ');
}
