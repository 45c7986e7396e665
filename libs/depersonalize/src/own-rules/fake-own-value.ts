import type { Fake } from '../fakes/fake';
import { redraw } from '../fakes/replace-digits';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const ADDED = 6;
const otherLetter = /(?![A-Za-zА-Яа-яЁё])\p{L}/gu;
const otherNumber = /(?!\d)\p{N}/gu;

/** Another value of the same shape; what has neither letters nor digits becomes a word. */
export const fakeOwnValue: Fake = (written, { random, isCrowded }) => {
  const letter = (): string => random.pick([...LETTERS]);
  if (!/[\p{L}\p{N}]/u.test(written)) return Array.from({ length: ADDED }, letter).join('');
  const drawn = redraw(written, random)
    .replace(otherLetter, letter)
    .replace(otherNumber, () => String(random.below(10)));
  // Many short values leave none of their length.
  return isCrowded ? drawn + random.digits(ADDED) : drawn;
};
