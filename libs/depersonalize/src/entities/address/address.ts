import type { EntityKind } from '../entity-kind';
import { detectAddress } from './detect';
import { fold } from '../../text/split-words';
import { type Fake, type Random, likeWritten, redraw } from '../../fakes/fake';
import {
  type AddressName,
  type AddressNameKind,
  addressNameAt,
  readAddressTokens,
} from './fake-address-parts';
import { placeNames } from '../person/fakes/name-lists';

/** The same address with other names and numbers: words for street, house and flat, order and punctuation stay. */
const fakeAddress: Fake = (written, { random, isRussian }) => {
  const tokens = readAddressTokens(written);
  const isLatin = !/[а-яё]/iu.test(written) && (!isRussian || /[a-z]/i.test(written));
  let result = '';
  let at = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (!token) break;
    const name = addressNameAt(written, tokens, i);
    i = name?.last ?? i;
    const end = tokens[i]?.end ?? token.end;
    result += written.slice(at, token.start);
    if (name) result += fakeName(written.slice(token.start, end), { ...name, isLatin }, random);
    else result += token.kind === 'number' ? fakeNumber(token.text, random) : token.text;
    at = end;
  }
  return result + written.slice(at);
};

function fakeNumber(text: string, random: Random): string {
  const digits = /^\d+/.exec(text)?.[0] ?? '';
  const tail = text.slice(digits.length);
  if (digits === '') return redraw(text, random);
  // «8-я», «21st» keep their ending.
  if (/^(?:-?(?:[ая]я|[гт]о|[оы]?й)|-я|st|nd|rd|th)$/iu.test(tail))
    return String(digits.length === 1 ? 4 + random.below(5) : 24 + random.below(6)) + tail;
  const number = Array.from({ length: digits.length }, (_, i) =>
    String(i === 0 ? 1 + random.below(9) : random.below(10)),
  );
  return number.join('') + redraw(tail, random);
}

/** Adjectives take the ending of the original, so that they go with their street in every case. */
const hardStems =
  'Садов Полев Лугов Школьн Солнечн Цветочн Парков Дачн Степн Вишнёв Светл Песчан Берегов Ключев'.split(' ');
const velarStems = 'Тверск Калужск Волжск Вятск Рязанск Псковск Тульск Смоленск Костромск Вологодск'.split(
  ' ',
);
/** In the genitive whatever stands before them. */
const genitives =
  'Гагарина Кирова Победы Строителей Космонавтов Чехова Пушкина Гоголя Калинина Чапаева Фрунзе Мира Дружбы Чайковского Толстого Некрасова Лермонтова Титова Жукова'.split(
    ' ',
  );
const adjective = /(ая|яя|ой|ей|ую|юю|ый|ий|ого|его|ому|ему|ым|им|ом|ем|ое|ее)$/u;
const softEndings: Readonly<Record<string, string>> = {
  яя: 'ая', ей: 'ой', юю: 'ую', ий: 'ый', его: 'ого', ему: 'ому', им: 'ым', ем: 'ом', ее: 'ое',
}; // prettier-ignore
const states =
  'AL AZ CO CT FL GA IA ID IL IN KS KY MA MD ME MI MN MO MS NC NE NH NJ NM NV OH OK OR PA SC TN TX UT VA VT WA WI'.split(
    ' ',
  );

type Described = Pick<AddressName, 'kind' | 'isMasculine'> & { isLatin: boolean };

function fakeName(written: string, described: Described, random: Random): string {
  if (described.isLatin) return fakeEnglish(written, described.kind, random);
  const ending = written.length > 4 ? adjective.exec(written.toLowerCase())?.[1] : undefined;
  if (ending !== undefined && described.kind !== 'town')
    return fakeAdjective(written, { ...described, ending }, random);
  return likeWritten(
    written,
    random.pick(described.kind === 'town' ? russianTowns() : named[described.kind]),
  );
}

const named = { street: genitives, region: ['Карелия', 'Хакасия', 'Мордовия', 'Якутия'] };

function russianTowns(): readonly string[] {
  return placeNames('ru', 'city_name').filter(
    (name) => /^[А-ЯЁ][а-яё]{3,}$/u.test(name) && !adjective.test(name),
  );
}

function fakeAdjective(
  written: string,
  { kind, isMasculine, ending }: Described & { ending: string },
  random: Random,
): string {
  const isVelar = /[гкх]$/iu.test(written.slice(0, written.length - ending.length)) || kind === 'region';
  // «Тверской бульвар»: the stress makes that ending, which other names have not.
  const plain = isMasculine && ending === 'ой' ? 'ий' : ending;
  return likeWritten(
    written,
    isVelar ? random.pick(velarStems) + plain : random.pick(hardStems) + (softEndings[plain] ?? plain),
  );
}

function fakeEnglish(written: string, kind: AddressNameKind, random: Random): string {
  if (/^[A-Z]{2}$/.test(written)) return random.pick(states);
  const list = kind === 'street' ? placeNames('en', 'street_name') : placeNames('en', 'city_name');
  const names = list.filter((name) => /^[A-Z][a-z]{3,}$/.test(name));
  return likeWritten(written, random.pick(names));
}

/** Postal addresses. */
export const address: EntityKind = {
  detect: detectAddress,
  fake: fakeAddress,
  normalise: addressKey,
  markerWords: ['АДРЕС'],
  traits: { owner: 'anyone', hasShortNumbers: true },
};

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
function addressKey(written: string): string {
  const words = fold(written).match(/\p{L}+(?:-\p{L}+)*|\d+(?:\p{L}(?!\p{L}))?/gu) ?? [];
  return words
    .map((word) => synonyms.get(word) ?? word)
    .filter((word) => word !== '')
    .join(' ');
}
