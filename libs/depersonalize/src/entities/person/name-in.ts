const WORDS_MAX = 5;
const LONGEST = 60;
const title =
  /^(?:(?:dr|mr|mrs|ms|miss|mx|prof|sir|smt|sri|shri|rev|sr|sra|г-н|г-жа|гр|гр-ка|гр-н|др|д-р)\.?[ \u00a0]{1,2})+/iu;
const word = /^\p{Lu}[\p{L}\p{M}]{1,24}(?:['’ʼ-]\p{L}[\p{L}\p{M}]{0,24}){0,3}$/u;
const initials = /^(?:\p{Lu}[\p{Ll}]?\.){1,3}$|^\p{Lu}$/u;
const particle =
  /^(?:van|von|der|den|de|da|do|dos|das|del|della|di|du|la|le|el|al|bin|ibn|ben|bint|y|e|ter|ten|af|av|zu|st\.?|оглы|оглу|кызы|гызы|уулу|бин|ибн|аль|эль|фон|ван|де)$/iu;
const suffix = /^(?:jr|sr|ii|iii|iv|мл|ст)\.?$/iu;
/** Firms, places, things and what stands in a cell for nobody. */
const noPerson =
  /^(?:ооо|оао|зао|пао|ао|ип|нко|чп|фгуп|муп|гуп|гбу.*|мбоу|маоу|сош|тсж|снт|кфх|банк|завод|фабрика|компания|фирма|группа|магазин|склад|отдел|служба|центр|бюро|фонд|школа|поликлиника|больница|клиника|аптека|цех|участок|филиал|администрация|бухгалтерия|касса|офис|кабинет|всего|итого|итог|вакансия|вакант(?:но|ная)|нет|неизвестн[а-я]+|аноним|гость|тест|резерв|директор|менеджер|инженер|бухгалтер|оператор|дежурн[а-я]+|охрана|подпись|дата|номер|телефон|inc|llc|ltd|plc|corp|corporation|company|co|gmbh|sa|bank|group|holdings?|team|dept|department|desk|office|service|services|support|center|centre|clinic|hospital|school|university|college|council|trust|foundation|society|club|church|shop|store|restaurant|hotel|systems?|solutions|software|labs?|technolog(?:y|ies)|logistics|industries|partners|associates|agency|studio|media|press|news|street|road|avenue|city|county|total|subtotal|vacant|vacancy|none|null|unknown|anonymous|n\/a|tbd|tbc|guest|test|user|admin|default|primary|secondary|reserve|reserved|open|closed|account|savings|checking|bill|gas|report|project|server|gateway|kiosk|room|line|unit|model|and|the|of|for|и|для|на|по|из)\.?$/iu;

export interface NameInField {
  start: number;
  end: number;
  /** Names and initials, particles left out. */
  words: number;
  /** It is written with small letters behind the capital. */
  isTitle: boolean;
}

/** The name that fills a value, titles left out; null where it has another shape or names a firm or a place. */
export function nameIn(text: string, start: number, end: number): NameInField | null {
  if (end - start > LONGEST) return null;
  const written = text.slice(start, end);
  const lead = title.exec(written)?.[0].length ?? 0;
  const tokens = written.slice(lead).split(/[ \u00a0]{1,2}/u);
  if (tokens.length > WORDS_MAX || tokens.some((token) => noPerson.test(token))) return null;
  const names = tokens.filter((token) => word.test(token) && !particle.test(token));
  const others = tokens.filter((token) => !names.includes(token));
  if (names.length === 0 || !others.every((token) => isPart(token))) return null;
  const first = tokens[0] ?? '';
  if (!/^\p{Lu}/u.test(first) && !particle.test(first)) return null;
  // «IBM Support» is none; neither is «iPhone».
  const capital = names.filter((token) => token === token.toUpperCase()).length;
  if ((capital > 0 && capital < names.length) || names.some((token) => isCamel(token))) return null;
  const short = others.filter((token) => initials.test(token)).length;
  return { start: start + lead, end, words: names.length + short, isTitle: capital === 0 };
}

const isPart = (token: string): boolean => initials.test(token) || particle.test(token) || suffix.test(token);

/** Capitals inside, other than in “McDonald”, “DeShawn”. */
function isCamel(token: string): boolean {
  return token !== token.toUpperCase() && /\p{Ll}{3}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(token);
}
