import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('address');
const GAP = '[ \\t\\u00a0]';
/** «Свердл. обл.»: a name may be shortened, capitals are as good. */
const name = '(?:[А-ЯЁ][а-яё]+\\.?|[А-ЯЁ]{3,})(?:-[А-ЯЁ][а-яё]+)?';
const fullName = '(?:[А-ЯЁ][а-яё]+|[А-ЯЁ]{3,})(?:-[А-ЯЁ][а-яё]+)?';

const republics =
  'Адыгея|Алтай|Башкортостан|Башкирия|Бурятия|Дагестан|Ингушетия|Кабардино-Балкария|Калмыкия|Карачаево-Черкесия|Карелия|' +
  oneOf('republics');
/** What stands behind a dash or in brackets for the same region: «Кемеровская обл. - Кузбасс». */
const byName =
  '(?: ?[-–—] ?(?:Кузбасс|Югра|Алания|Чувашия)| ?[(/](?:Якутия|Кузбасс|Югра|Алания|Татарстан)[)/])';
/** As people shorten them; alone they are no address, only the beginning of one. */
const shortened = oneOf('regions-shortened');
const area =
  'обл(?:асть|асти|\\.)?|ОБЛ(?:АСТЬ|\\.)?|кра[йяе]|КРАЙ|кр(?:-й|\\.)?|[Рр]есп(?:ублик[аи]|\\.)?|РЕСП(?:УБЛИКА|\\.)?|АО|а\\.о\\.|' +
  `автономн(?:ый|ая|ого)${GAP}(?:округа?|область)`;

/** Regions of Russia: «Тульская обл.», «респ. Марий Эл», «НСО», «Ханты-Мансийский АО — Югра». */
const regionSource =
  `(?:${name}${GAP}?(?<=[. \\t\\u00a0])(?:${area})|(?:Саха|Чувашская) ?[(/][А-Я][а-я]+[)/] ?[Рр]есп(?:ублика|\\.)?|` +
  `(?:[Рр]есп(?:ублик[аи]|\\.)?|РЕСП(?:УБЛИКА|\\.)?|[Оо]бл(?:асть|\\.)?|[Кк]рай)${GAP}?(?:${republics}|${fullName})|` +
  `${shortened}|(?:Р\\.${GAP}?)?(?:${republics})|Кузбасс|Подмосковье|Новая Москва)${byName}?`;

const district =
  'р-н|Р-Н|район[ае]?|РАЙОН|м\\. ?о\\.?|г\\. ?о\\.?|с\\. ?п\\.?|г\\. ?п\\.?|[сг]/п|с/[соа]|сельсовет|улус|кожуун|' +
  '(?:городской|муниципальный|сельский) округ|муниципальный район|(?:сельское|городское) поселение|м\\. ?р-н';
const districtBefore =
  'м\\. ?р-н|мун\\. ?р-н|р-н|район|г\\. ?о\\.?|го|с\\. ?п\\.|г\\. ?п\\.|[сг]/п|с/[соа]|п/о|почтовое отделение|' +
  oneOf('districts');
const inner = 'вн\\.? ?тер\\.? ?г\\.?|внутригородская территория(?: города(?: федерального значения)?)?';

/** Districts and municipalities: «Раменский р-н», «г. о. Самара», «с/п Домашка», «п/о Людиново». */
const districtSource = `(?:${fullName}${GAP}(?:${district})|(?:(?:${inner})${GAP}?)?(?:${districtBefore})(?:${GAP}|(?<=\\.))(?:(?:город|г\\.)${GAP}?)?№?(?:${fullName}|\\d{1,3}))`;

const B = '[ \\t\\u00a0]';
const NAME = '[а-яё]+(?:-[а-яё]+){0,3}';
const END = '(?![\\p{L}\\d])';
/** The next number of a list that goes on below is no part of what stands above: «ул. Мира\n2. ул. Победы». */
const notListed = '(?!(?<=\\n[ \\t]{0,8})\\d{1,3}[.)](?!\\d))';
/** «кв. 11, 8 (846) 364-85-54»: where a telephone number begins. */
const notDialled =
  '(?![78][ \\u00a0-]?(?:\\(\\d{3,5}\\)|\\d{3})[ \\u00a0-]{0,2}\\d{1,3}[ \\u00a0-]?\\d\\d[ \\u00a0-]\\d)';
/** «3 подъезд»; behind a flat its entrance has the number behind it. */
const notEntrance = '(?!(?:-?й)? (?:подъезд|этаж)(?! ?\\d))';
const flatEnd =
  '(?!\\.\\d)(?= ?(?:[.;)»"\\n|]|$)|[ \\t][—–|(/-][ \\t]?|, ?(?!(?:а|и|или|с|до|в|на)(?![а-яё]))[\\p{L}+(«]| (?:тел|моб|домофон|под|подъезд|код|т)(?![а-яё]))';
const TITLE = '[А-ЯЁ][а-яё]+(?:-[А-ЯЁа-яё][а-яё]*){0,3}';
const ADJECTIVE = '[А-ЯЁ][а-яё]+(?:[иы]й|ая|ое|[иы]е)';
/** After these a number counts something else. */
const notUnit = `(?![ \\u00a0]{0,2}${oneOf('counted-things')})`;
const houseNumber =
  `${notDialled}\\d{1,4}(?: ?[«"][а-яa-z][»"]|[а-яa-z]${END}(?!\\.\\d)| [абгд]${END}(?![.-]))?(?: ?[-–/] ?\\d{1,4}[а-я]?${END}|-[а-я]${END}){0,2}` +
  `(?: ?(?:корп|к|стр|с|лит)\\.? ?\\d{1,3})*(?: \\(\\d+/\\d+\\))?(?![\\d])(?![.,:-]\\d)${notUnit}`;

/** Parts of Russian addresses, each a source of a sticky regular expression; `i` where capitals say nothing. */
export const russianPartSources = {
  // Behind a series it is the number of a passport.
  index: {
    source:
      '(?<!(?<![\\d.])\\d{2}[ \\u00a0]?\\d{2}(?:[ \\u00a0]|[ \\u00a0,]{0,2}(?:№|N|номер)[ \\u00a0]?))\\d{6}(?![\\d.,-]\\d|\\d)',
    flags: 'uy',
  },
  box: { source: `(?:а/я|абонентский ящик)\\.?${B}?№?${B}?\\d{1,6}${END}`, flags: 'iuy' },
  country: {
    source: `(?:Россия|РФ|Российская Федерация|РОССИЯ|Республика Беларусь|Беларусь|Республика Казахстан|Казахстан|Украина)${END}`,
    flags: 'uy',
  },
  region: { source: `(?:${regionSource})${END}`, flags: 'uy' },
  district: { source: `(?:${districtSource})${END}`, flags: 'uy' },
  /** «г. Уфа», «дер. Заволжье»: a kind of place and its name. */
  settlement: {
    source: `(?:(?:г-к|г\\.-к|гор\\.-к|г\\.к|гор|пос|дер|хут|(?:ж/д${B})?ст|нп|н\\.п|н/п|нас\\. ?п|с\\.п|рп|р\\. ?п|раб\\. ?пос|п\\. ?г\\. ?т|д\\.?п)(?:\\.${B}?|${B})|(?:г|д|с|п|х)\\.${B}?|г${B}|(?:город[еа]?(?:-курорт)?|(?:рабочий${B})?пос[её]л(?:ок|ка|ке)|пгт|рп|село|селе|села|деревн[яеи]|хутор[еа]?|станиц[аеы]|ст-ца|аул[еа]?|слобод[аеы]|р-ц)${B})(?<name>(?:им\\.${B}?|\\d{1,3}${B}лет${B})?${NAME}(?:${B}${NAME}){0,2})`,
    flags: 'iuy',
  },
  /** «Кстово г, », «Товарковский рп, »: as registers write it. */
  placed: {
    source:
      `[А-ЯЁ]{3,}(?:[ -][А-ЯЁ]{3,})?${B}(?:Г|РП|ПГТ|СТ-ЦА|[СДПХ])\\.?(?=, ?[А-ЯЁ])|` +
      `(?:${ADJECTIVE}${B})?${TITLE}${B}(?:${oneOf('settlement-kinds')}\\.?(?=, ?(?:\\d{1,3}-?[йя]? )?\\p{L})|` +
      `(?:г|рп|пгт|ст-ца|дер)\\.?(?= (?:${ADJECTIVE}|${TITLE}) (?:ул|пр|пер|б-р|ш|наб|мкр|кв-л|пл|туп)[^а-яё]))`,
    flags: 'uy',
  },
  /** Gardens, garages and cottages: named, often in quotes, their numbers are plots. */
  garden: {
    source: `(?:\\d{1,3}-?(?:[йя]|ый|ой)?${B}(?:мкр(?:н|-н)?|микрорайон[еа]?|кв-л|квартал[еа]?|комплекс[еа]?)(?:\\.|(?![\\p{L}-]))|(?:тер(?:ритория|\\.)?${B}?(?=[а-я«"]))?(?:снт|сн/т|сот|тсн|днп|днт|дпк|сдт|с/т|садовое${B}товарищество|кп|к/п|коттеджный${B}пос[её]лок|гск|гк|жк|жилой${B}комплекс|(?:военный${B})?городок|мкр(?:н|-н)?|микрорайон[еа]?|м-н|кв-л|квартал|тер|территория|жилмассив|ж/м|жилрайон|жилой${B}район|ж/р|массив)(?:\\.${B}?|${B}|(?<=гск)-(?=\\d))(?:[«"„](?<quoted>[^«»"„“”\\n]{2,40})[»"“”]|(?<name>(?:\\d{1,3}(?:-?[а-я]{1,2})?|${NAME})(?:${B}${NAME}){0,2}(?:-\\d{1,2})?)))`,
    flags: 'iuy',
  },
  /** «Университетский мкр», «В-7 кв-л», «Дружба снт»: as registers write it. */
  quarter: {
    source: `(?:(?:${ADJECTIVE}${B})?${TITLE}|[А-ЯЁ]-\\d{1,2}|\\d{1,3}[А-Яа-я]?)${B}${oneOf('quarter-kinds')}\\.?(?=,)`,
    flags: 'uy',
  },
  house: {
    source: `${oneOf('house-words')}(?:\\.${B}?|${B})?(?:№${B}?)?${houseNumber}`,
    flags: 'iuy',
  },
  number: { source: `${notListed}(?:№${B}?)?${houseNumber}`, flags: 'iuy' },
  /** The number of a house in a village, where a number may count all else. */
  lone: {
    source: `(?<!\\n[ \\t]{0,8})${houseNumber}(?![ \\u00a0]\\d)(?![ \\u00a0]+(?!(?:кв|корп|стр|лит|оф|под|пом)\\.?(?![а-яё]))[а-яё]{3,})`,
    flags: 'iuy',
  },
  /** «с Ивановка ул Центральная»: no full stop, but a street behind. */
  village: {
    source: `[сдпх]${B}[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)?(?=[ ,]{1,2}(?:ул|пер|пр|мкр|д|дом)(?![а-яё]))`,
    flags: 'uy',
  },
  /** «Тульская обл., Одоев, ул. Мира, 5»: no word for the town, a street behind. */
  bare: {
    source: `${TITLE}(?: ${TITLE})?(?=, ?(?:${oneOf('street-words-ahead')}(?![а-яё-])|${TITLE}(?: ${TITLE})?,? (?:д\\.? ?)?\\d))`,
    flags: 'uy',
  },
  /** «Набережные Челны, 47/12»: quarter and house, in a city without streets. */
  complex: {
    source: `(?:д(?:ом)?\\.?${B}?)?\\d{1,2}/\\d{1,3}[а-я]?(?:[/-]\\d{1,4})?${END}(?! (?!кв|корп|под|эт)[а-яё])`,
    flags: 'iuy',
  },
  /** A flat with no word for it, at the end of a line or of a list. */
  flat: { source: `${notListed}${notDialled}\\d{1,4}${notEntrance}${flatEnd}`, flags: 'iuy' },
  part: {
    source:
      `(?:${oneOf('parts-of-house')}` +
      `(?:\\.${B}?|${B})?(?:№${B}?)?(?:\\d{1,5}[а-яa-z]?(?:[-/]\\d{1,4})?|[«"]\\d{1,5}[а-яa-z]?[»"])|` +
      `${oneOf('parts-with-letters')}(?:\\.${B}?|${B})(?:[а-яa-z]|[«"][а-яa-z][»"])|` +
      `\\d{1,2}(?:-?[йяе])?${B}?${oneOf('parts-behind-numbers')})${END}`,
    flags: 'iuy',
  },
  /** What an address written from its end begins with. */
  room: {
    source: `(?:кв(?:артира)?|оф(?:ис)?|пом(?:ещение)?)(?:\\.${B}?|${B})?(?:№${B}?)?\\d{1,5}[а-я]?${END}`,
    flags: 'iuy',
  },
} as const;
