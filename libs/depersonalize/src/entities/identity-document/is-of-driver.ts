/** «Удостоверение №», «удостов.», «уд-е»: of what, it does not say. */
const paperBefore =
  /(?<!\p{L})(?:удостоверени[а-яё]{1,2}|удост(?:ов)?\.|уд\.|уд-(?:е|ни[ея])|у-ни[ея])[ \u00a0:(—-]{0,3}(?:(?:сери[яию]|сер\.|номер|№)[ \u00a0:]{0,2}(?:(?:и|,)[ \u00a0]?)?){0,2}$/iu;
const driverBefore = /(?<!\p{L})(?:водит|вод-л|шоф[её]р|путев[а-яё]{2,3} лист|экспедитор)/iu;
const categoryAfter = /^[^\n]{0,24}(?<!\p{L})кат(?:\.|егори)[а-яё]{0,2}[ \u00a0:]{0,2}["«]?[ABCDEАВСЕ]/iu;
/** Words of a list of drivers, in which the passports of other people may be named. */
const mayDrive = /допущен[а-яё]{0,4}[ \u00a0](?:к[ \u00a0]управлению|до[ \u00a0]управления)/iu;
const passport = /(?<!\p{L})пасп/iu;
const EARLIER = 160;
/** A list of those who may drive has several lines. */
const LIST = 400;

/** Whether a series and a number are those of somebody who drives («водитель Лыков, удостоверение …»). */
export function isOfDriver(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - LIST), start);
  const near = before.slice(-EARLIER);
  if (paperBefore.test(near.slice(-48)))
    return driverBefore.test(near) || categoryAfter.test(text.slice(end, end + 48));
  const list = mayDrive.exec(before);
  return list !== null && !passport.test(before.slice(list.index));
}
