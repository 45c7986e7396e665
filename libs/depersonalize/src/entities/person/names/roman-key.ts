import { knownFirstNames } from './known-first-names';
import { lazy } from '../../../text/lazy';
import { romanize } from '../../../text/transliterate';

/** What the usual ways to write Russian sounds in Latin letters come down to. */
const consonants: Readonly<Record<string, string>> = {
  shch: '5', sch: '5', sh: '6', ch: '7', zh: '8', kh: 'h', ts: 'c', tz: 'c', x: 'ks', w: 'v', ph: 'f',
}; // prettier-ignore
const consonantPattern = /shch|sch|sh|ch|zh|kh|ts|tz|x|w|ph/g;
const vowelPattern = /i?[yj]a|ia|[yji]u|[yji][oe]/g;
const vowelOf = (sound: string): string => (sound.endsWith('o') ? 'e' : sound.slice(-1));

/** One key for a folded surname in Cyrillic and in Latin letters: «вишневск», “vishnevskiy”. */
export function romanKey(name: string): string {
  const key = (/[а-я]/u.test(name) ? romanize(name) : name)
    .replace(consonantPattern, (sound) => consonants[sound] ?? '')
    .replace(vowelPattern, vowelOf)
    // «Гайдай» is not «Гайдая», but «-ий» is written in many ways.
    .replace(/(?:i[ijy]|(?<![aeou])[ijy])$/, '')
    .replace(/(?<=[aeou])[ijy]$/, '9')
    .replace(/[jy]/g, 'i')
    .replace(/['’ʼ-]|(.)(?=\1)/g, '');
  return key === '' ? name : key;
}

/** Keys of a surname in Latin letters, a Russian woman's with those of her family. */
export function romanSurnameKeys(name: string): string[] {
  const family = /(?:ov|ev|in|yn)a$/u.test(name)
    ? name.slice(0, -1)
    : /(?:sk|ck)aya$/u.test(name)
      ? name.slice(0, -3)
      : name;
  return [...new Set([romanKey(name), romanKey(family)])];
}

const russianNames = lazy((): ReadonlyMap<string, readonly string[]> => collect());

function collect(): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const [name, all] of knownFirstNames()) {
    const key = romanKey(name);
    byKey.set(key, [...(byKey.get(key) ?? []), ...all.map(({ full }) => full)]);
  }
  return byKey;
}

/** Russian first names that a word in Latin letters may stand for: “Masha” is «мария». */
export function russianNamesOf(name: string): readonly string[] {
  return russianNames().get(romanKey(name)) ?? [];
}
