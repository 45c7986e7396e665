import { findByPattern } from '../find-by-pattern';

/** The twelve letters that Cyrillic and Latin share. */
const L = '[АВЕКМНОРСТУХABEKMHOPCTYX]';
const REGION = '(?:[ ]?[|/][ ]?|[ ])?(?:[1279]\\d{2}|\\d{2})';
const car = `${L}[ ]?\\d{3}[ ]?${L}{2}${REGION}`;
/** Taxis and trailers, police, motorcycles and tractors. */
const others = `${L}{2}[ ]?\\d{3,4}${REGION}|${L}[ ]?\\d{4}${REGION}|\\d{4}[ ]?${L}{2}${REGION}`;
const abroad =
  '[A-Z]{2}\\d{2}[ ]?[A-Z]{3}|(?=[A-Z]*\\d)(?=\\d*[A-Z])[A-Z\\d]{3}[ -]?[A-Z\\d]{3,4}|[A-Z]{1,3}[ -]?\\d{3,4}';

/** Vehicle plates: Russian cars by their form, other vehicles and foreign plates only after a word that names them. */
export const detectVehiclePlate = findByPattern({
  type: 'VEHICLE_PLATE',
  pattern: new RegExp(`(?<![\\p{L}\\d-])(?:${car}|${others}|${abroad})(?![\\p{L}\\d-])`, 'giu'),
  judge: ({ text, digits, label }) => {
    const isNamed = label === 'VEHICLE_PLATE';
    const isCar = /^\p{L} ?\d{3} ?\p{L}{2}[ |/]*\d/u.test(text) && !digits.startsWith('000');
    if (isNamed) return isCar ? 1 : 0.85;
    if (!isCar || label === 'OTHER') return 0;
    if (text === text.toUpperCase()) return 0.85;
    return /^[а-я]\d{3}[а-я]{2}\d+$/.test(text) ? 0.7 : 0;
  },
});
