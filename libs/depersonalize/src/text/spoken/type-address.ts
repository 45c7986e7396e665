import type { SplitText } from '../split-words';
import { readSpokenParts } from './read-spoken-parts';

/** Last labels of hosts as they are said; behind one without «точка» too: «собака яндекс ру». */
export const topDomains: ReadonlySet<string> = new Set(
  'com net org edu gov info biz io co uk us ca au nz ie de fr it es nl pl eu me tv app dev online site shop example ru su by kz ua рф ру ком нет орг инфо онлайн сайт рус su'.split(
    ' ',
  ),
);
/** An address as machines write it: «иван точка лунин собака почта ру» is «иван.лунин@почта.ру». */
export function typeAddress(source: SplitText): string {
  const parts = readSpokenParts(source);
  const at = parts.findIndex(({ typed }) => typed === '@');
  return parts
    .map(({ typed, kind }, i) => {
      const isDotLess =
        i === parts.length - 1 && i > at && at >= 0 && kind === 'word' && parts[i - 1]?.kind === 'word';
      return isDotLess && topDomains.has(typed) ? `.${typed}` : typed;
    })
    .join('');
}
