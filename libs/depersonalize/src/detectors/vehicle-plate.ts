import { findByPattern } from '../find-by-pattern';

/** The twelve letters that Cyrillic and Latin share. */
const L = '[АВЕКМНОРСТУХABEKMHOPCTYX]';
const REGION = '(?:[1279]\\d{2}|\\d{2})';
const car = `${L}[ ]?\\d{3}[ ]?${L}{2}[ ]?${REGION}`;
const taxi = `${L}{2}[ ]?\\d{3}[ ]?${REGION}`;
const trailer = `${L}{2}[ ]?\\d{4}[ ]?${REGION}`;
const british = '[A-Z]{2}\\d{2}[ ]?[A-Z]{3}';

/** Vehicle plates: Russian cars by their form, other vehicles and British plates only after a word that names them. */
export const detectVehiclePlate = findByPattern({
  type: 'VEHICLE_PLATE',
  pattern: new RegExp(`(?<![\\p{L}\\d-])(?:${car}|${taxi}|${trailer}|${british})(?![\\p{L}\\d-])`, 'giu'),
  judge: ({ text, digits, label }) => {
    const isNamed = label === 'VEHICLE_PLATE';
    const isCar = /^\p{L} ?\d{3} ?\p{L}{2}/u.test(text) && !digits.startsWith('000');
    if (isNamed) return isCar ? 1 : 0.85;
    return isCar && label !== 'OTHER' && text === text.toUpperCase() ? 0.85 : 0;
  },
});
