import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('username');
/** Whether a word is formed as accounts are of the names of people: «m.lykova», «lykova_m2», «kassir3». */
export function isFormedName(name: string): boolean {
  if (name.includes('\\')) return true;
  const isJoined = /^[a-z]{1,20}(?:[._-][a-z]{2,20}|[._-][a-z](?![a-z])){1,2}\d{0,4}$/.test(name);
  return (isJoined || /^[a-z]{3,20}_?\d{1,6}$/.test(name)) && !isOfProgram(name);
}

/** Files, sites and words of programs in small letters. */
const programWord = new RegExp(
  `\\.${oneOf('file-endings')}$|^${oneOf('program-words')}[._-]?\\d{0,4}(?:$|[._-])`,
  'i',
);

/** Whether a word in small letters is a file, a site or a word of programs, which names of accounts look like. */
export function isOfProgram(name: string): boolean {
  return programWord.test(name);
}
