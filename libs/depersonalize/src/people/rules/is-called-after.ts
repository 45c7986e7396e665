import { charClass, charClasses } from '../../char-classes';
import type { Zone } from '../../zone';

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

/** Remedies, laws and numbers that have the name of who found them. */
const invented =
  /(?<!\p{L})(?:маз[ьи]|мазью|паст[аыу]|пастой|болтушк[аиу]|линимент[а-я]?|микстур[аыу]|раствор[а-я]{0,2}|теорем[аыу]|теоремой|лемм[аыу]|неравенств[а-я]{1,2}|распределени[а-я]{1,2}|интеграл[а-я]{0,2}|бозон[а-я]?|палочк[аиу]|хоре[яи]|пингвин[а-я]{0,2}|тюлен[а-я]{1,2}|газел[а-я])[ \u00a0]$/iu;
/** Words that go with one name only. */
const pairs =
  /(?<!\p{L})(?:лошад[а-яё]{1,3} пржевальского|олен[а-яё]{1,3} давида|кот[а-я]{0,2} шр[её]дингера|автомат[а-я]{0,2} калашникова|коктейл[а-я]{1,2} молотова|пистолет[а-я]{0,2} макарова|ламп[а-я]{1,2} чижевского|аппарат[а-я]{0,2} илизарова|собак[а-я]{1,3} павлова|кубик[а-я]{0,2} рубика|бритв[а-я]{1,2} оккама|капл[а-яё]{1,3} (?:зеленина|вотчала)|проб[а-я]{1,2} (?:манту|зимницкого|нечипоренко)|болезн[а-яё]{1,3} (?:паркинсона|альцгеймера|бехтерева|крона|меньера|боткина|верльгофа|педжета)|синдром[а-я]{0,2} (?:дауна|туретта|рейно|жильбера|аспергера|мюнхгаузена|марфана|шегрена)|закон[а-я]{0,2} (?:ома|паркинсона|архимеда|м[еэ]рфи|мура|джоуля|ньютона|кулона)|теори[а-яё]{1,2} (?:дарвина|эйнштейна)|шкал[а-яё]{1,2} (?:рихтера|бофорта|мооса|апгар))$/iu;
const oneWord = /^\p{Lu}[\p{L}-]+$/u;
/** With these the words begin that one of the patterns asks for before a name, which few names have there. */
const heads = new Set(
  (
    'ул ули пр про пер пл пло б бул н наб шос туп скв алл мет им име св акад мар адм ген гер кос лёт лет проф док пар бра ' +
    'ком кап лей арх кон худ сою рос фед тру два сов мазь маз пас бол лин мик рас тео лем нер инт боз пал хор пин тюл газ ' +
    'лош оле кот авт кок пис лам апп соб куб бри рф росс ссс проб синд зак шка т д муз зап уса мем нек'
  )
    .split(' ')
    .map((head) => head.slice(0, 3)),
);
/** Signs that may part such a word from the name. */
const GAP_MAX = 2;
const HEAD = 3;

/** Whether a Russian name names a street, a prize, a school, a remedy, a law: «ул. Маршала Жукова», «мазь Вишневского». */
export function isCalledAfter(text: string, { start, end }: Zone): boolean {
  const written = text.slice(start, end);
  if (museumFirst.test(written)) return true;
  if (!heads.has(headBefore(text, start))) return false;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (museum.test(before)) return true;
  if (behindStreet.test(before) || isInMemory(before) || pairs.test(before + written)) return true;
  return oneWord.test(written) && invented.test(before);
}

/** The first letters of the word before a name. */
function headBefore(text: string, start: number): string {
  const isLetter = (at: number): boolean =>
    ((charClasses[text.charCodeAt(at)] ?? 0) & charClass.letter) !== 0;
  let end = start;
  while (end > Math.max(0, start - GAP_MAX) && !isLetter(end - 1)) end -= 1;
  let from = end;
  while (from > Math.max(0, start - BEFORE) && isLetter(from - 1)) from -= 1;
  return text.slice(from, Math.min(end, from + HEAD)).toLowerCase();
}

function isInMemory(before: string): boolean {
  const place = inMemory.exec(before)?.index;
  if (place === undefined) return false;
  const named = before.slice(0, place);
  const lastEnd = [...named.matchAll(sentenceEnd)].at(-1);
  const sentence = lastEnd ? named.slice(lastEnd.index + 1) : named;
  return (founded.test(sentence) || hasName.test(sentence)) && !spoken.test(sentence);
}
