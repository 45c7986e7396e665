import { lastYearOf } from './last-year';

/** Between what somebody is and the name. */
const joint = '(?:[ ]?\\([а-яё]{1,4}\\))?[,:]?[ \\u00a0]{1,2}(?:[—–-][ \\u00a0])?$';
const children = new RegExp(
  `(?<!\\p{L})(?:реб(?:[её]н(?:ок|к[а-яё]{1,2})|\\.)|сын[а-яё]{0,3}|доч(?:ь|ер[а-яё]{1,3}|к[а-яё]{1,2})|вну[кч][а-яё]{0,3}|дет(?:и|ей|ям)|малыш[а-яё]{0,2}|младен[а-яё]{2,3}|правнук[а-яё]{0,2}|падчериц[а-яё]|пасын[а-яё]{2,3}|подопечн[а-яё]{2,3})${joint}`,
  'iu',
);
const pupils = new RegExp(
  `(?<!\\p{L})(?:учени[кц][а-яё]{0,2}|обучающ[а-яё]{4,5}|воспитанни[кц][а-яё]{0,2}|школьни[кц][а-яё]{0,2}|несовершеннолетн[а-яё]{2,3}|пассажир[а-яё]{0,2}|турист[а-яё]{0,2}|член[а-яё]{0,2}[ ]семьи|состав[ ]семьи|юниор[а-яё]{0,2})${joint}`,
  'iu',
);
const grown = new RegExp(
  `(?<!\\p{L})(?:жен[аыеуо]й?|муж[а-яё]{0,2}|супруг[а-яё]{0,2}|мать|матер[ьию]|отец|отц[аеу]м?|мам[аыеу]|пап[аыеу]|брат[а-яё]{0,2}|сестр[аыеуо]й?|бабушк[аие]|дедушк[аие]|пациент[а-яё]{0,3}|больн(?:ой|ая|ого)|застрахованн[а-яё]{2,3}|гражданин[а-яё]{0,2}|гражданк[аиу]|гр\\.|призывник[а-яё]{0,2}|иждивен[а-яё]{2,4}|осужд[её]нн[а-яё]{2,3}|потерпевш[а-яё]{2,3}|подозреваем[а-яё]{2,3}|опекун[а-яё]{0,2}|усыновител[а-яё]{1,2})${joint}`,
  'iu',
);
const REACH = 48;

/** The last year in which who is called so before the name may have been born; null: nothing is said. */
export function relativeBefore(text: string, nameStart: number): number | null {
  const before = text.slice(Math.max(0, nameStart - REACH), nameStart);
  // A surname that nobody knows may be left out of the name.
  return yearOf(before) ?? yearOf(before.replace(/(?<=[ \u00a0])[А-ЯЁ][а-яё-]{1,20}[ \u00a0]$/u, ''));
}

function yearOf(before: string): number | null {
  if (children.test(before)) return lastYearOf('newborn');
  if (pupils.test(before)) return lastYearOf('pupil');
  return grown.test(before) ? lastYearOf('grown') : null;
}
