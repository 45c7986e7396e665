import { declineName, declineSurname } from '../names/decline-name';
import type { Form, Reading } from '../names/grammar';
import type { PlacedMention } from '../identity/group-people';
import type { NameWord } from '../names/name-words';
import type { Person } from '../identity/person';
import { anomaly, isOf } from '../names/read-person';
import { readSurname } from '../names/read-surname';
import { romanKey } from '../names/roman-key';
import { writePatronymic } from '../names/patronymics';
import type { IdentityMap } from './assign-fake-identities';
import type { FakeFirst, FirstKind } from './fake-names';
import { likeWritten } from '../../../fakes/fake';
import { writeLatinPerson } from './write-latin-person';

/** Write the made-up person the way the real one was written: the same parts, case, capitals, initials and short names. */
export function writePerson(written: string, placed: PlacedMention, identities: IdentityMap): string {
  const { words } = placed.mention;
  const names = placed.mention.isLatin
    ? writeLatinPerson(placed, identities)
    : writeRussian(placed, identities);
  let result = '';
  let at = 0;
  words.forEach(({ word }, i) => {
    const original = written.slice(word.start, word.end);
    const name = names[i];
    result += written.slice(at, word.start) + (name === undefined ? original : likeWritten(original, name));
    at = word.end;
  });
  // Behind the last word stands a full stop at most; a name too long to be read ends here.
  return result + (/\p{L}/u.test(written.slice(at)) ? '' : written.slice(at));
}

/** A name for each word; undefined: stays as it is. */
function writeRussian(placed: PlacedMention, identities: IdentityMap): (string | undefined)[] {
  const form = formOf(placed, identities);
  let initials = placed.mention.words.some(({ role }) => role === 'first') ? 1 : 0;
  return placed.mention.words.map((part, at) => {
    if (part.role === 'initial') initials += 1;
    return nameFor(part, { placed, identities, form, at, initials });
  });
}

/** The likeliest form that goes with all that is known of the person. */
function formOf({ mention, person }: PlacedMention, identities: IdentityMap): Form {
  const gender = identities.genderOf(person);
  const fitting = mention.forms.filter(({ agrees }) => person.genders.includes(agrees));
  const known = fitting.filter((form) => mention.words.every((part) => isKnownIn(part, form, person)));
  const [form] = [known, fitting, mention.forms].find((forms) => forms.length > 0) ?? [];
  return form ?? { agrees: gender, case: 'nominative' };
}

/** Whether a word in that form is a name that the person has. */
function isKnownIn({ role, readings }: NameWord, form: Form, { firsts, surnames }: Person): boolean {
  const fitting = readings.filter((reading) => isOf(reading, form));
  if (fitting.length === 0) return readings.length === 0;
  if (role === 'first') return firsts.length === 0 || fitting.some(({ key }) => firsts.includes(key));
  if (role === 'surname')
    return surnames.length === 0 || fitting.some(({ key }) => surnames.includes(romanKey(key)));
  return true;
}

interface WritingContext {
  placed: PlacedMention;
  identities: IdentityMap;
  form: Form;
  /** Which word of the mention it is. */
  at: number;
  /** How many initials there have been, first names counted. */
  initials: number;
}

function nameFor(part: NameWord, context: WritingContext): string | undefined {
  if (part.role === 'particle' || part.role === 'suffix') return undefined;
  if (part.role === 'initial') return initialOf(context);
  if (part.role === 'patronymic') return patronymicOf(part, context);
  return part.role === 'first' && !isSurnameAfterAll(part, context)
    ? firstOf(part, context)
    : surnameOf(part, context);
}

/** «Ким» is a first name, unless the person is known to be called so by surname. */
function isSurnameAfterAll({ readings, name }: NameWord, { placed }: WritingContext): boolean {
  const { firsts, surnames } = placed.person;
  if (readings.length === 0 || readings.some(({ key }) => firsts.includes(key))) return false;
  return readSurname(name).readings.some(({ key }) => surnames.includes(romanKey(key)));
}

function initialOf({ placed, identities, initials }: WritingContext): string {
  const name = initials === 1 ? leadOf(placed, identities).name : fatherOf(placed, identities).name;
  return name.slice(0, 1);
}

/** The made-up first name of the person. */
function leadOf({ person, mention }: PlacedMention, identities: IdentityMap): FakeFirst {
  const gender = identities.genderOf(person);
  const keys = person.firsts.length > 0 ? person.firsts : [`of ${person.id}`];
  const readings = mention.words.find(({ role }) => role === 'first')?.readings ?? [];
  return identities.first(keys, { gender, kind: kindOf(readings) });
}

function kindOf(readings: readonly Reading[]): FirstKind {
  if (readings.length === 0) return 'other';
  if (readings.every(({ paradigm }) => paradigm === 'frozen')) return 'frozen';
  if (readings.some(({ paradigm }) => paradigm === 'third')) return 'third';
  // «Марии» is three cases, as is «Юлии»; a short form comes from a full one of this kind.
  const isIya = readings.some(
    ({ paradigm, key, agrees }) => paradigm === 'iya' || (agrees === 'female' && key.endsWith('ия')),
  );
  return isIya ? 'iya' : 'other';
}

function fatherOf({ person }: PlacedMention, identities: IdentityMap): FakeFirst {
  return identities.first([person.patronymic ?? `father of ${person.id}`], { gender: 'male', kind: 'other' });
}

function firstOf(part: NameWord, { placed, identities, form, at }: WritingContext): string {
  const isLead = placed.mention.words.findIndex(({ role }) => role === 'first') === at;
  const fitting = part.readings.filter((reading) => isOf(reading, form));
  const readings = fitting.length > 0 ? fitting : part.readings;
  const gender = form.agrees === 'plural' ? identities.genderOf(placed.person) : form.agrees;
  const fake = isLead
    ? leadOf(placed, identities)
    : identities.first(keysOf(part), { gender, kind: kindOf(part.readings) });
  const [reading] = readings;
  const isShort = reading !== undefined && reading.key !== reading.base;
  const nominative = isShort ? shortLike(reading.base, fake) : fake.name;
  return declineName(nominative, 'first', { inCase: reading?.case ?? form.case, gender: fake.gender });
}

function keysOf({ name, readings }: NameWord): string[] {
  return readings.length > 0 ? [...new Set(readings.map(({ key }) => key))] : [name];
}

/** Of «Голенищевой-Кутузовой» the first half. */
function halfKeys(half: string, form: Form): string[] {
  const { readings } = readSurname(half);
  const fitting = readings.filter((reading) => isOf(reading, form));
  return [...new Set((fitting.length > 0 ? fitting : readings).map(({ key }) => `half ${romanKey(key)}`))];
}

/** «Машенька» is no «Катя» but a «Катенька»: the short name with the most last letters in common. */
function shortLike(base: string, { name, shorts }: FakeFirst): string {
  let best = shorts[0] ?? name;
  let most = -1;
  for (const short of shorts) {
    const lower = short.toLowerCase();
    let common = 0;
    while (common < lower.length && lower.at(-1 - common) === base.at(-1 - common)) common += 1;
    if (common > most) {
      best = short;
      most = common;
    }
  }
  return best;
}

function patronymicOf(part: NameWord, { placed, identities, form }: WritingContext): string {
  const father = fatherOf(placed, identities).name;
  const [reading] = part.readings;
  // «Акиф оглы»: the father himself.
  if (!reading) return father;
  const gender = reading.agrees === 'female' ? 'female' : 'male';
  const nominative = writePatronymic(father, { gender, isSpoken: reading.paradigm === 'spoken' });
  return declineName(nominative, 'patronymic', { inCase: form.case, gender });
}

function surnameOf(part: NameWord, { placed, identities, form, at }: WritingContext): string {
  const { person, mention } = placed;
  const all = part.role === 'surname' ? part.readings : readSurname(part.name).readings;
  const fitting = all.filter((reading) => isOf(reading, form)).sort((a, b) => anomaly(a) - anomaly(b));
  const isLast = !mention.words.some(({ role }, i) => i > at && role === 'surname');
  const known = fitting.filter(({ key }) => person.surnames.includes(romanKey(key)));
  const [reading = all[0]] = known.length > 0 ? known : fitting;
  const keys = isLast && person.surnames.length > 0 ? person.surnames : all.map(({ key }) => romanKey(key));
  const paradigm = reading?.paradigm ?? 'frozen';
  const agrees = reading?.agrees === 'plural' ? 'plural' : form.agrees === 'plural' ? 'male' : form.agrees;
  const halves = part.name
    .split('-')
    .slice(-2)
    .map((half, i, halves_) => {
      const isOwn = i === halves_.length - 1;
      const { male, female } = identities.surname(isOwn ? keys : halfKeys(half, form), paradigm);
      return declineSurname(agrees === 'female' ? female : male, { inCase: form.case, agrees });
    });
  return halves.join('-');
}
