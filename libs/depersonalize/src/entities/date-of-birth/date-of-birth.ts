import type { EntityKind } from '../entity-kind';
import { longNumber } from '../long-number';
import { lettersAndDigits } from '../normalise';
import { birthdaysByContext } from './birthdays-by-context';
import { detectDateOfBirth } from './detect';
import { fakeBirthDate } from './fake';
import { readBirthDate } from './read-birth-date';

/** «12.03.1985», «12 марта 1985 г.» and «1985-03-12» are one day. */
function normalise(value: string): string {
  const date = readBirthDate(value);
  return date ? [date.year, date.month, date.day].join('-') : lettersAndDigits(value);
}

/** Birthdays. */
export const dateOfBirth: EntityKind = {
  detect: detectDateOfBirth,
  detectByContext: birthdaysByContext,
  fake: fakeBirthDate,
  normalise: normalise,
  labels: {
    words: String.raw`
    рожд[её]?н рожд(?:\.|$) р(?<!\d_р|\dр)\.(?=_?\d\d?\.\d\d?\.\d) родил родивш появил[а-яё]{2,3}_на_свет род\.(?!\s*\p{L}) род\.(?=_в_) дата_р(?:ожд|\.) год_рожд день_рожд дн[яю]_рожд д\.?_?рожд
    д(?<!и_д)\.?_?р$\.? д/р$ г/р$ г(?:\._?|_)р$\.? born$ birth_?date birth(?!-?_?days?) date_?of_?birth dob$ bdate data_ro b_?day$ dr$(?=["'\s]{0,2}[:=]) d\.o\.b
    b(?<!\db)\.(?=_\d|_[A-Z]) b$(?=_\d\d?[./]\d\d?[./]\d) b(?:irth)?-?days?(?!\p{L}|_(?:party|parties|dinner|lunch|brunch|bash|weekend|gift|present|cake|card|celebration|tea|drinks|event|picnic|bbq|trip|do)(?!\p{L}))`,
  },
  columnHeads: {
    whole: String.raw`
    (?:date_of_)?birth_?(?:date|day|dt)? birthdays? bday b_date dob d_o_b d_of_b born(?:_on|_at)? date_birth dt_birth birth_dt
    дата_рожд(?:ен(?:ия|ье))? дата_р д_р г_р др гр год_рожд(?:ения)? рожд(?:ение|ен)? день_рожд(?:ения)? data_rozhdeniy?a`,
  },
  markerWords: ['ДАТА_РОЖДЕНИЯ'],
  traits: { neverLooksLikePhone: true, provesPerson: longNumber, isBesideAccounts: true },
};
