import { fold } from '../split-words';
import { russianCityNames } from './russian-city-names';

/** Cities that the list beside lacks: near the capitals, of the neighbours, and how people shorten them. */
const further = `Королёв Красногорск Мурино Сургут Ялта Великий_Новгород Реутов Долгопрудный Пушкино Щёлково Электросталь
  Ногинск Симферополь Севастополь Колпино Железнодорожный Керчь Евпатория Феодосия Алушта Видное Лобня Ивантеевка Фрязино
  Лыткарино Дзержинский Котельники Апрелевка Звенигород Троицк Щербинка Московский Кудрово Сертолово Сестрорецк Пушкин
  Петергоф Кронштадт Ломоносов Павловск Энгельс Балаково Волжский Камышин Батайск Новочеркасск Шахты Таганрог Иннополис
  Зеленодольск Альметьевск Елабуга Нефтекамск Стерлитамак Салават Первоуральск Верхняя_Пышма Берёзовский Асбест Копейск
  Миасс Златоуст Магнитогорск Бердск Искитим Прокопьевск Киселёвск Междуреченск Ачинск Канск Ангарск Братск Усть-Илимск
  Артём Находка Уссурийск Благовещенск Биробиджан Нальчик Владикавказ Грозный Махачкала Дербент Каспийск Черкесск Элиста
  Невинномысск Армавир Новороссийск Геленджик Анапа Туапсе Адлер Нижневартовск Нефтеюганск Новый_Уренгой Ноябрьск
  СПб Питер Мск Екб Нск Н._Новгород Минск Гомель Брест Витебск Гродно Могилёв Киев Харьков Одесса Львов Днепр Донецк
  Луганск Мариуполь Алматы Астана Нур-Султан Шымкент Караганда Ташкент Самарканд Бишкек Душанбе Ереван Баку Тбилиси
  Кишинёв Рига Вильнюс Таллин Ашхабад`;

/** A name without the ending of its case, so that «в Уфе» finds «Уфа». */
const stem = (word: string): string => word.replace(/(?:ого|ому|ой|ом|ем|ий|ый|ая|[аеиоуыэюяйь])$/u, '');

const stems: ReadonlySet<string> = new Set(
  `${russianCityNames} ${further}`
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
