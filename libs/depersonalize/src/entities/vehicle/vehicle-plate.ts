import { type Detector, confidence } from '../../document/match';
import { type EntityKind, kindWords, withSharedLetters } from '../entity-kind';
import { type Fake, digitsOf, redraw, replaceDigits } from '../../fakes/fake';
import { findByPattern } from '../../document/find-by-pattern';
import { findForeignPlates } from './find-foreign-plates';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('vehicle');

/** The twelve letters that Cyrillic and Latin share. */
const L = '[АВЕКМНОРСТУХABEKMHOPCTYX]';
const REGION = '(?: ?[|/,-] ?| )?(?:[1279]\\d{2}|\\d{2})';
const car = `${L}[ -]?\\d{3}[ -]?${L}{2}${REGION}`;
/** Taxis and trailers, police, motorcycles and tractors. */
const others = `${L}{2} ?\\d{3,4}${REGION}|${L} ?\\d{4}${REGION}|\\d{4} ?${L}{2}${REGION}`;
/** Transit; Belarus and Kazakhstan. */
const neighbours = `${L}{2} ?\\d{3} ?${L}${REGION}|\\d{4} ?${L}{2}[ -]\\d(?!\\d)|\\d{3} ?[A-ZА-Я]{2,3} ?\\d{2}(?!\\d)`;
const neighbourForm = new RegExp(`^(?:${neighbours})$`, 'iu');
const trailerForm = new RegExp(`^${L}{2} ?\\d{4}${REGION}$`, 'u');
/** «Т 884 РО 750 / …»: a trailer behind its car. */
const carBefore = new RegExp(`${car} ?(?:[/,+;]|и|с) ?(?:(?:полу)?прицеп[а-яё]{0,2} |п/п )?$`, 'iu');
const abroad =
  '[A-Z]{2}\\d{2} ?[A-Z]{3}|(?=[A-Z]*\\d)(?=\\d*[A-Z])[A-Z\\d]{3}[ -]?[A-Z\\d]{3,4}|[A-Z]{1,3}[ -]?\\d{3,4}';

/** Regions of Russian plates that are in use: two digits, or three of the larger ones. */
const isOfRegion =
  /^[авекмнорстух] ?\d{3} ?[авекмнорстух]{2} ?(?:0[1-9]|[1-9]\d|1(?:02|1[368]|2[1-6]|3[468]|42|47|5[0249]|6[134]|7[3478]|86|9[06-9])|2(?:50|52|77|99)|7(?:0[26]|16|25|50|6[13]|77|9[0379])|977)$/u;
const carWords = new RegExp(`(?<!\\p{L})${oneOf('car-words')}`, 'iu');
const unitInside = /(?:км|см|мм|кв|ом|ту) ?\d+$/u;
/** Codes with the form of a plate. */
const codeBefore = new RegExp(`(?<!\\p{L})${oneOf('russian-codes')}[ \\u00a0:№-]{0,3}$`, 'iu');
/** How far around a plate such a word may stand. */
const ABOUT = 60;

/** Vehicle plates: Russian and British cars by their form, other vehicles and plates only after a word that names them. */
const detectVehiclePlate: Detector = (document) => [
  ...findRussianPlates(document),
  ...findForeignPlates(document),
];

const findRussianPlates = findByPattern({
  type: 'VEHICLE_PLATE',
  pattern: new RegExp(
    `(?<![\\p{L}\\d-])(?:${car}(?:RUS|rus|РУС)?|${others}|${neighbours}|${abroad})(?![\\p{L}\\d-])`,
    'giu',
  ),
  judge: ({ text, digits, label, start, end, document }) => {
    const isNamed = label === 'VEHICLE_PLATE';
    const isCar = /^\p{L} ?\d{3} ?\p{L}{2}[ |/]*\d/u.test(text) && !digits.startsWith('000');
    const before = textBefore(document.text, start, ABOUT);
    if (isNamed) return isModel(text, before) ? 0 : judgeNamed(text, isCar);
    if (trailerForm.test(text) && carBefore.test(before.slice(-32))) return confidence.formed;
    if (!isCar || codeBefore.test(before)) return 0;
    if (label === 'OTHER') return isOfRegion.test(text.toLowerCase()) ? confidence.plausible : 0;
    if (text === text.toUpperCase()) return confidence.formed;
    return text === text.toLowerCase() ? judgeSmall(text, before + textAfter(document.text, end, ABOUT)) : 0;
  },
});

/** “Ford F-150”, “2019 Lexus RX 350”: models of cars behind their make. */
const modelForm = /^[A-Z]{1,3}[ -]?\d{1,2}(?:0|00)$/;
const makeBefore = new RegExp(
  `(?<!\\p{L})(?:(?:19|20)\\d\\d (?:\\p{Lu}[\\p{L}-]{1,14} ){1,2}|${oneOf('makes')} )$`,
  'iu',
);

/** Behind a word for vehicles. */
function judgeNamed(text: string, isCar: boolean): number {
  if (neighbourForm.test(text)) return text === text.toUpperCase() ? confidence.shown : 0;
  return isCar ? confidence.certain : isWordAndYear(text) ? 0 : confidence.formed;
}

function isModel(text: string, before: string): boolean {
  return modelForm.test(text) && (/^[FE]/.test(text) || makeBefore.test(before));
}

/** «в 100 км 12»: small letters with blanks are words and units, unless cars are spoken of. */
function judgeSmall(text: string, around: string): number {
  if (unitInside.test(text) && !carWords.test(around)) return 0;
  if (/^[а-я]\d{3}[а-я]{2}\d+$/.test(text)) return confidence.plausible;
  return isOfRegion.test(text) && (/^[а-я]\d{3}[а-я]{2} /.test(text) || carWords.test(around))
    ? confidence.plausible
    : 0;
}

/** “sold in 2019”, “BMW 2019”: beside a word for vehicles no plate. */
function isWordAndYear(text: string): boolean {
  return (
    /^[a-z]{1,3}[ -]?\d/i.test(text) &&
    (/[a-z]/.test(text) || /^\p{L}+[ -](?:19|20)\d\d$/u.test(text)) &&
    text.includes(' ')
  );
}

/** Letters that both alphabets have, and never the number 000; the region of a Russian plate stays. */
const fakePlate: Fake = (written, { random }) => {
  const region = /(?<=\p{L} ?\d{3} ?\p{L}{2}[ |/]{0,4})\d{2,3}$/u.exec(written)?.[0] ?? '';
  const head = written.slice(0, written.length - region.length);
  const number = String(1 + random.below(999)).padStart(3, '0');
  const shared = { cyrillic: [...'АВЕКМНОРСТУХ'], latin: [...'ABEKMHOPCTYX'] };
  const drawn = head.replace(/\p{L}/gu, (letter) => {
    if (region === '') return redraw(letter, random);
    const sign = random.pick(/[a-z]/i.test(letter) ? shared.latin : shared.cyrillic);
    return letter === letter.toLowerCase() ? sign.toLowerCase() : sign;
  });
  return (
    (digitsOf(head).length === 3
      ? replaceDigits(drawn, number)
      : drawn.replace(/\d/g, () => random.digits(1))) + region
  );
};

/** Plates of vehicles. */
export const vehiclePlate: EntityKind = {
  detect: detectVehiclePlate,
  fake: fakePlate,
  normalise: withSharedLetters,
  ...kindWords('vehicle-plate'),
  markerWords: ['ГОСНОМЕР'],
  traits: { neverLooksLikePhone: true },
};
