import { fold } from '../split-words';
import { russianCityNames } from './russian-city-names';
import { russianFurtherCities } from './russian-further-cities';

/** A name without the ending of its case, so that «в Уфе» finds «Уфа». */
const stem = (word: string): string => word.replace(/(?:ого|ому|ой|ом|ем|ий|ый|ая|[аеиоуыэюяйь])$/u, '');

const stems: ReadonlySet<string> = new Set(
  `${russianCityNames} ${russianFurtherCities}`
    .trim()
    .split(/\s+/u)
    .map((city) => stemAll(fold(city.replaceAll('_', ' ')))),
);
/** How names begin: most words are none by that alone. */
const heads: ReadonlySet<string> = new Set([...stems].map((name) => name.slice(0, 2)));

function stemAll(city: string): string {
  return city.includes(' ') ? city.split(' ').map(stem).join(' ') : stem(city);
}

/** Whether folded words are the name of a city, in any case. */
export function isRussianCity(folded: string): boolean {
  return heads.has(folded.slice(0, 2)) && stems.has(stemAll(folded.replaceAll('\u00a0', ' ')));
}
