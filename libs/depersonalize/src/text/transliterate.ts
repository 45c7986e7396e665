import { fold } from './split-words';

const letters: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n',
  о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y',
  ь: '', э: 'e', ю: 'yu', я: 'ya', '-': '-',
}; // prettier-ignore

/** A folded Russian name in Latin letters, one letter or group for each. */
export function romanize(name: string): string {
  let roman = '';
  for (const letter of name) roman += letters[letter] ?? '';
  return roman;
}

/** The usual spellings of a Russian name in Latin letters: Sergey and Sergei, Dmitriy and Dmitry. */
export function transliterations(name: string): string[] {
  const plain = romanize(fold(name));
  return [plain, plain.replace(/iy$/, 'y'), plain.replace(/y$/, 'i'), plain.replace(/iya$/, 'ia')];
}
