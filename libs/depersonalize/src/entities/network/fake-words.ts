import { type Random, redraw } from '../../fakes/fake';
import { everyEnglishName } from '../person/fakes/name-lists';

/** Domains of RFC 2606: no such mail can reach anybody. */
export const exampleDomains = ['example.com', 'example.org', 'example.net'];

/** A word for each run of letters, digits for digits; what parts them stays. */
export function fakeWords(written: string, random: Random): string {
  return written.replace(/\p{L}+|\d+/gu, (part) => {
    if (/\d/.test(part)) return redraw(part, random);
    const isShort = part.length < 3;
    const name = isShort
      ? redraw(part.replace(/[^a-z]/gi, 'a'), random)
      : random.pick(everyEnglishName()).toLowerCase();
    if (part === part.toUpperCase() && !isShort) return name.toUpperCase();
    return part[0] === part[0]?.toUpperCase() ? name.slice(0, 1).toUpperCase() + name.slice(1) : name;
  });
}
