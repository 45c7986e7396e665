import { confidence } from '../../document/match';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { exampleDomains, fakeWords } from './fake-words';
import { findByPattern } from '../../document/find-by-pattern';
import { detectSpokenMail } from './detect-spoken';

/** In any script («вася@пример.испытание»), the name in quotes or not. */
const detectEmail = findByPattern({
  type: 'EMAIL',
  within: /@/g,
  pattern:
    /(?:(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_%+-])?|(?<![\p{L}\p{N}])"[\p{L}\p{N}._%+'-]{1,62}")@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{1,59}|\p{L}{2,24})(?![\p{L}\p{N}@])/gu,
  judge: () => confidence.certain,
});

/** Domains of RFC 2606: no such mail can reach anybody. */
const fakeEmail: Fake = (written, { random, isCrowded }) => {
  const local = written.slice(0, Math.max(0, written.lastIndexOf('@')));
  const isShouted = written === written.toUpperCase();
  const drawn = `${fakeWords(local, random)}${isCrowded ? random.digits(4) : ''}`;
  const domain = random.pick(exampleDomains);
  return `${drawn}@${isShouted ? domain.toUpperCase() : domain}`;
};

/** E-mail addresses. */
export const email: EntityKind = {
  detect: detectEmail,
  detectSpoken: detectSpokenMail,
  fake: fakeEmail,
  normalise: (value) => value.trim().toLowerCase(),
  markerWords: ['E_MAIL', 'ПОЧТА', 'ЭЛ_ПОЧТА', 'ЭЛЕКТРОННАЯ_ПОЧТА'],
  traits: { owner: 'anyone', isTyped: true },
};
