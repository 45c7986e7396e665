import { fold } from '../../../text/split-words';

const fleeting: ReadonlyMap<string, string> = new Map([
  ['лев', 'льв'],
  ['павел', 'павл'],
  ['олежек', 'олежк'],
  ['петр', 'петр'],
]);

/** What a man’s first name is declined from where it drops or changes a vowel: Льв-, Павл-, Петр-, Игорьк-; else null. */
export function obliqueStem(name: string): string | null {
  const folded = fold(name);
  const known = fleeting.get(folded);
  if (known !== undefined) return name.slice(0, 1) + known.slice(1);
  // «Санёк», «Игорёк»
  return /[лнртс][её]к$/u.test(folded) ? `${name.slice(0, -2)}ьк` : null;
}
