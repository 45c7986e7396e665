/** So far before the second name the law is named that both found. */
const BEFORE = 80;
const BEHIND = 40;

/** What has the names of two who found it. */
const laws =
  'теорем лемм критери тест коэффициент метод формул распределени уравнени преобразовани алгоритм неравенств синдром болезн ' +
  'интеграл индекс реакци эффект соотношени постоянн матриц поправк';
const either = laws
  .split(' ')
  .map((law) => `[${law.charAt(0).toUpperCase()}${law.charAt(0)}]${law.slice(1)}`);
const law = `(?<!\\p{L})(?:${either.join('|')})\\p{L}{0,6}`;
const word = '\\p{Lu}[\\p{Ll}]{2,24}';
const dash = '[ \\u00a0]?[—–-][ \\u00a0]?';
/** «теорема Гаусса — Маркова»: before the second, and behind the first. */
const second = new RegExp(`${law}[ \\u00a0](?:${word}${dash}){1,3}$`, 'u');
const first = new RegExp(`${law}[ \\u00a0]$`, 'iu');
const secondBehind = new RegExp(`^${dash}${word}(?!\\p{L})`, 'u');
/** All of «Манну — Уитни», «Навье-Стокса» */
const both = new RegExp(`^${word}(?:${dash}${word}){1,3}$`, 'u');

/** Whether a name is one of several with dashes between that a law is called after: «по Манну — Уитни», «теорема Гаусса — Маркова». */
export function isPairOfScholars(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (/[—–-][ \u00a0]?$/u.test(before)) return second.test(before);
  const isPair = both.test(text.slice(start, end)) || secondBehind.test(text.slice(end, end + BEHIND));
  return isPair && first.test(before);
}
