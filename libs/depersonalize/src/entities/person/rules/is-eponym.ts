import { isScientificEponym } from './russian/is-scientific-eponym';
import type { Span } from '../../../text/spans';

/** So far before a name is read what it names. */
const BEFORE = 90;

const titles =
  'академик[а-яё]*|маршал[а-яё]*|адмирал[а-яё]*|генерал[а-яё-]*|геро[а-яё]+|космонавт[а-яё]*|л[её]тчик[а-яё]*|профессор[а-яё]*|доктор[а-яё]*|' +
  'партизан[а-яё]*|брать[а-яё]+|св(?:ят[а-яё]+|\\.)|комдив[а-яё]*|комбриг[а-яё]*|комиссар[а-яё]*|капитан[а-яё]*|лейтенант[а-яё]*|' +
  'архитектор[а-яё]*|конструктор[а-яё]*|художник[а-яё]*|композитор[а-яё]*|советск[а-яё]+|союза|росси[а-яё]+|ссср|федерации|труда|дважды';
const title = `(?:(?:${titles})[ \\u00a0]){0,4}`;
const street =
  'ул\\.|ул|улиц[аыу]|просп\\.|пр-т|пр-кт|проспект[а-я]{0,2}|пер\\.|переул[а-я]{1,5}|пл\\.|площад(?:ь|и)|б-р|бульвар[а-я]{0,2}|наб\\.|' +
  'набережн[а-я]{2,3}|шоссе|пр-д|проезд[а-я]{0,2}|тупик[а-я]{0,2}|сквер[а-я]{0,2}|аллея|аллеи|метро';
/** «ул. Маршала Жукова», «площадь Гагарина»; «на улице …» needs a title, for somebody may be met there. */
const behindStreet = new RegExp(
  `(?<!\\p{L})(?:(?:${street})[ \\u00a0]?${title}|улиц(?:е|ей)[ \\u00a0](?:(?:${titles})[ \\u00a0]){1,4})$`,
  'iu',
);
const inMemory = new RegExp(`(?<!\\p{L})(?:имени|им\\.)[ \\u00a0]?${title}$`, 'iu');
/** What is named in memory of somebody. */
const founded =
  /(?<!\p{L})(?:завод|фабрик|комбинат|фонд|преми|школ|гимнази|лице[йяею]|колледж|техникум|училищ|академи|университет|институт|нии|вуз|библиотек|музе[йяею]|театр|филармони|консерватори|студи|парк|сад|стадион|двор[ец]|дк|дом[аеу]?(?!\p{L})|центр|больниц|госпитал|клиник|санатори|пансионат|лагер|колхоз|совхоз|шахт|гок|гэс|аэс|депо|метро|станци|аэропорт|канал|куб[ко]|турнир|конкурс|фестивал|стипенди|грант|медал|орден|мемориал|хор(?!\p{L})|ансамбл|оркестр|бригад|дивизи|полк|отряд|обществ|клуб|улиц|площад|проспект|лаборатори|кафедр|чтени|верф|порт[аеу]?(?!\p{L})|окб|сквер|обсерватори|роддом|поликлиник|диспансер|вокзал|кинотеатр|заповедник|храм|церк|мост[ау]?(?!\p{L})|галере|типографи|издательств|ферм|рудник|ледокол|теплоход|олимпиад|чемпионат|первенств|приз[аы]?(?!\p{L})|аудитори|корпус|бассейн|мастерск|усадьб|аэродром|крейсер|олимпиад)/iu;
/** «МГТУ имени», «Красноярск имени», «АО «Маяк» им.»: an abbreviation, or what has a name inside a sentence. */
const hasName =
  /(?:(?<!\p{L})\p{Lu}{2}[\p{Lu}\d-]{0,24}|[^\s.!?:;][ \u00a0]\p{Lu}[\p{L}-]{1,40}|[»”"])[ \u00a0](?:№[ \u00a0]?\d{1,6}[ \u00a0])?$/u;
/** «Музей-заповедник А. С. Пушкина» */
const museum =
  /(?<!\p{L})(?:(?:дом-)?музе[йяею]м?(?:-[а-яё]+)?|усадьб[аеуы]|мемориал[а-я]?|некропол[а-я]{1,2})[ \u00a0]$/iu;
const museumFirst = /^(?:дом-)?музе[йяею]м?(?:-[а-яё]+)?[ \u00a0]/iu;
/** «от имени Иванова», «полного имени Марии», «передал им. Иванов» */
const spoken =
  /(?:^|[ \u00a0])(?:от|по|без|с|на|о|об|под|для|до|из|у|к|и|мо(?:его|ему)|сво(?:его|ему)|его|е[её]|их|ваш(?:его|ему)|полн(?:ого|ому)|[а-яё]+(?:ал|ает|аю|ал[аи]|ит|ют|ть|ите))[ \u00a0]$/iu;
const sentenceEnd = /[.!?…][ \u00a0]+\p{Lu}\p{Ll}|\n/gu;

/** Whether a Russian name names a street, a prize, a school, a remedy, a law: «ул. Маршала Жукова», «мазь Вишневского». */
export function isEponym(text: string, { start, end }: Span): boolean {
  const written = text.slice(start, end);
  if (museumFirst.test(written)) return true;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (museum.test(before)) return true;
  if (behindStreet.test(before) || isInMemory(before)) return true;
  return isScientificEponym(written, before);
}

function isInMemory(before: string): boolean {
  const place = inMemory.exec(before)?.index;
  if (place === undefined) return false;
  const named = before.slice(0, place);
  const lastEnd = [...named.matchAll(sentenceEnd)].at(-1);
  const sentence = lastEnd ? named.slice(lastEnd.index + 1) : named;
  return (founded.test(sentence) || hasName.test(sentence)) && !spoken.test(sentence);
}
