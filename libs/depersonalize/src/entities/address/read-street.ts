import { readStreetName } from './read-street-name';

const B = '[ \\t\\u00a0]';
const full =
  'улиц(?:а|е|ы|у|ей)|проспект(?:е|а|у)?|переул(?:ок|ка|ке)|шоссе|бульвар(?:е|а)?|набережн(?:ая|ой|ую)|площад(?:ь|и)|проезд(?:е|а)?|алле(?:я|е|и|ю)|тракт(?:е|а)?|тупик(?:е|а)?|просек[аи]?|спуск(?:е|а)?|въезд|съезд|дорога|кольцо';
const short = 'ул|пр-?к?т|просп|пр|пер|ш|б-р|бул|наб|пл|пр-д|п-т|ал|туп|лин|тр-т';
const capitals =
  'УЛ|УЛИЦА|ПР|ПР-Т|ПР-КТ|ПРОСПЕКТ|ПЕР|ПЕРЕУЛОК|ШОССЕ|Ш|БУЛЬВАР|Б-Р|НАБ|НАБЕРЕЖНАЯ|ПЛ|ПЛОЩАДЬ|ПРОЕЗД';
const prefixPattern = new RegExp(
  `(?:б\\.${B}?(?=[А-ЯЁ][а-яё]{2,20}(?:[аяиы]|[иыо]й|ая|[оеё]в)[ ,])|(?:${short})(?:\\.${B}?|${B})|(?:${full})${B})`,
  'iuy',
);

const TITLE = '(?:[А-ЯЁ][а-яё]+(?:-[А-ЯЁа-яё][а-яё]*){0,3}|[А-ЯЁ]{2,}(?:-[А-ЯЁ]+)?)';
const ORDINAL = '\\d{1,4}(?:-?(?:[АаЯя]я|[ИиЫыОо]й|ой|е|я|й|го)|[ ]лет)?';
const suffixPattern = new RegExp(
  `(?:(?:${ORDINAL}${B})?(?:${TITLE}${B}){1,3}|${ORDINAL}${B}(?:года${B})?|[а-яё]{3,20}(?:ая|ую|ой|ий|ый|ое|ому?)${B})` +
    `(?:${short}|${full}|${capitals}|(?<=\\d-?[йя]${B})лини[яию])(?:\\.|(?![\\p{L}\\d-]))(?:${B}[ВП]\\.${B}?[ОС]\\.)?`,
  'uy',
);

/** Where the street ends that begins at an offset: «ул. Мира», «Невский пр.», «9-я линия В. О.». Null: there is none. */
export function readStreet(text: string, start: number): number | null {
  prefixPattern.lastIndex = start;
  const prefix = prefixPattern.exec(text);
  if (prefix !== null) {
    const end = readStreetName(text, start + prefix[0].length);
    if (end !== null) return end;
  }
  suffixPattern.lastIndex = start;
  const suffix = suffixPattern.exec(text);
  return suffix === null ? null : start + suffix[0].length;
}
