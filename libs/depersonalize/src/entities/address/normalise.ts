import { fold } from '../../text/split-words';

/** Words of an address by the one that stands for them; a town and a street are such without a word for it. */
const synonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '': 'г гор город ул улица д дом россия рф российская федерация',
    кв: 'квартира',
    корп: 'корпус к',
    стр: 'строение',
    обл: 'область',
    пр: 'проспект просп пр-т пр-кт',
    пер: 'переулок',
    пл: 'площадь',
    ш: 'шоссе',
    наб: 'набережная',
    'б-р': 'бульвар бул бульв',
    'пр-д': 'проезд',
    мкр: 'микрорайон мкрн м-н',
    р: 'район р-н',
    п: 'поселок пос пгт',
    с: 'село',
    st: 'street str',
    ave: 'avenue av',
    rd: 'road',
    ln: 'lane',
    dr: 'drive',
    blvd: 'boulevard',
    sq: 'square',
    ct: 'court',
    apt: 'apartment unit suite flat ste',
  }).flatMap(([one, words]) => words.split(' ').map((word): [string, string] => [word, one])),
);

/** What is equal for two ways to write one address: «г. Уфа, улица Мира, дом 5» and «Уфа, ул.Мира, 5». */
export function addressKey(written: string): string {
  const words = fold(written).match(/[\p{L}]+(?:-[\p{L}]+)*|\d+[\p{L}]?(?![\p{L}])|\d+/gu) ?? [];
  return words
    .map((word) => synonyms.get(word) ?? word)
    .filter((word) => word !== '')
    .join(' ');
}
