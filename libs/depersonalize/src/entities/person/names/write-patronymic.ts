import type { Gender } from './grammar';
import { patronymicStems } from './patronymic-stems';

/** The patronymic of a father's child, nominative; `isSpoken`: as people say it («Сергеич»). */
export function writePatronymic(
  father: string,
  { gender, isSpoken }: { gender: Gender; isSpoken: boolean },
): string {
  const lower = father.toLowerCase();
  const [stem = lower] = patronymicStems(lower);
  const capital = stem.slice(0, 1).toUpperCase() + stem.slice(1);
  // «Ильич», «Никитична», «Кузьминична»
  if (/[ая]$/u.test(lower)) {
    if (gender === 'male') return `${capital}ич`;
    return capital + (/^(?:иль|кузьм|фом|лук)$/u.test(stem) ? 'инична' : 'ична');
  }
  const isSoft = /(?:[йь]|[жшчщц])$/u.test(lower) || stem === 'яковл';
  if (gender === 'female') return capital + (isSoft ? 'евна' : 'овна');
  const isLight = /[аеёиоуыэюяь]$|[аеёиоуыэюя][^аеёиоуыэюя]$/u.test(stem);
  if (isSpoken && isLight) return capital + (isSoft ? 'ич' : 'ыч');
  return capital + (isSoft ? 'евич' : 'ович');
}
