import { fold } from '../text/split-words';
import { spaced, wordLists } from '../text/word-lists';

/**
 * Names without the ending of their case, so that «в Уфе» finds «Уфа»; a sign for the gender behind adjectives, so that
 * the street «Брянская» is not the city of Брянск.
 */
const nounEnding = /(?:ой|ом|ем|ей|[ая]х|[аеиоуыэюяйь])$/u;
const adjectives: readonly (readonly [ending: RegExp, genders: string])[] = [
  [/(?:ая|ую)$/u, 'f'],
  [/(?:ий|ый)$/u, 'm'],
  [/(?:ое|ее)$/u, 'n'],
  [/ой$/u, 'mf'],
  [/(?:[ое]го|[ое]му|ом|ем|им|ым)$/u, 'mn'],
  [/(?:[иы]е|[иы]х)$/u, 'p'],
];
/** No noun ends so. */
const adjectiveOnly = /(?:ая|ую|ое|[ое]го|[ое]му|ый|ые|[сц]кой)$/u;

/** What a word may be the form of. */
function stemsOf(word: string): string[] {
  const [ending, genders = ''] = adjectives.find(([pattern]) => pattern.test(word)) ?? [];
  const found = [...genders].map((gender) => `${word.replace(ending ?? '', '')}*${gender}`);
  return adjectiveOnly.test(word) ? found : [...found, word.replace(nounEnding, '')];
}

/** What names of one and more words may be the form of. */
function stemsOfAll(folded: string): string[] {
  return folded
    .split(/[ \u00a0]/)
    .map(stemsOf)
    .reduce((before, next) => before.flatMap((first) => next.map((last) => `${first} ${last}`)));
}

/** The stem of a name as lists have it: «Лесной» is an adjective there, «Москва» a noun. */
function listedStem(city: string): string {
  return fold(spaced(city))
    .split(' ')
    .map((word) => stemsOf(word)[0] ?? word)
    .join(' ');
}

const { listed, further } = wordLists('address/russian-cities', ['listed', 'further']);
const stems: ReadonlySet<string> = new Set([...listed, ...further].map(listedStem));
/** How names begin: most words are none by that alone. The stem of «Уфа» has but two letters. */
const HEAD = 3;
const heads: ReadonlySet<string> = new Set(
  [...stems].map((name) => name.split('*')[0]?.slice(0, HEAD) ?? ''),
);

/** Whether folded words are the name of a city, in any case. */
export function isRussianCity(folded: string): boolean {
  const mayBe = heads.has(folded.slice(0, HEAD)) || heads.has(folded.slice(0, HEAD - 1));
  return mayBe && stemsOfAll(folded).some((name) => stems.has(name));
}
