import { faker as english } from '@faker-js/faker/locale/en';
import { faker as russian } from '@faker-js/faker/locale/ru';
import { surnameStem } from '../people/surname-forms';
import { fold } from '../split-words';

const inRussian = new Intl.DisplayNames('ru', { type: 'region' });
const countryCodes = (english.rawDefinitions.location?.country_code ?? []).map(({ alpha2 }) => alpha2);

/** Stems of countries and Russian cities; a city named after somebody («Киров») is left to the rules for surnames. */
export const placeStems: ReadonlySet<string> = new Set(
  [
    ...countryCodes.map((code) => inRussian.of(code) ?? ''),
    ...(russian.rawDefinitions.location?.city_name ?? []),
    ...'Корея Белград Пхеньян Кишинёв Иерусалим Рамалла Газа Дамаск Бейрут Осло Стокгольм Копенгаген Бухарест София Будапешт Братислава Любляна Загреб Сараево Скопье Подгорица Гавана Кабо-Верде Англия Шотландия Уэльс Техас Калифорния Флорида Аризона Нью-Йорк Бостон Детройт Хьюстон Гонконг Тайвань Дубай Питер Киев Берлин Таллин Пекин Мюнхен Дублин Чикаго Женева Багдад Тегеран Кабул Лондон Париж Мадрид Рим Вена Прага Варшава Минск Рига Вильнюс Хельсинки Токио Вашингтон Брюссель Гаага Стамбул Анкара Каир Тбилиси Баку Ереван Астана Ташкент Харьков Одесса Львов Донецк Крым Кавказ Сибирь Урал Донбасс Нидерланды Молдова Чили Бермуды Коста-Рика'.split(
      ' ',
    ),
  ]
    .map((place) => fold(place.replace(/ \(.*$/, '')))
    .filter((place) => /^[а-я-]{4,}$/u.test(place))
    .filter((place) => !/(?:[ое]в|ин|ын)о?$/u.test(place) || isFixed(place))
    .map(surnameStem),
);

function isFixed(place: string): boolean {
  return /^(?:киев|берлин|таллин|пекин|дублин|саратов|ростов|псков|тамбов|харьков|львов|кишинев)$/u.test(
    place,
  );
}

/** English names of countries, states and cities of one word, folded. */
export const latinPlaces: ReadonlySet<string> = new Set(
  [
    ...(english.rawDefinitions.location?.country ?? []),
    ...(english.rawDefinitions.location?.state ?? []),
    ...(english.rawDefinitions.location?.city_name ?? []),
  ]
    .filter((place) => !place.includes(' '))
    .map(fold),
);
