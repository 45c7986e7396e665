import { nameProbability } from '../../../../document/confidence';
import { columnAt, type DescribedText, shape, tokenKind, type TokenSpan } from '@medley/person-model';
import { isFirstName, isTitle } from '../name-like';

/** How sure a name is that only its place shows. */
const LIKELY = nameProbability.shown;
/** So many signs make up a date and a time. */
const LEAD_MAX = 16;
const ROLE_MAX = 2;
const COLON = shape.singleMark + ':'.charCodeAt(0);

/** «19:05 - Таня сметчица: …»: who talks in a chat, with a role in small letters. Linear. */
export function speakersWithRoles(
  { columns, tokens }: DescribedText,
  taken: Readonly<Uint8Array>,
): TokenSpan[] {
  const found: TokenSpan[] = [];
  for (let start = 0; start < tokens.count; start += 1) {
    if (start > 0 && tokens.kinds[start - 1] !== tokenKind.lineEnd) continue;
    const speaker = behindTime({ columns, tokens }, start);
    if (speaker < 0 || taken[speaker] || !isTitle(columns, speaker) || !isFirstName(columns, speaker))
      continue;
    if (hasRole({ columns, tokens }, speaker))
      found.push({ first: speaker, last: speaker, probability: LIKELY });
  }
  return found;
}

/** The first word of a line that begins with a time; -1: none. */
function behindTime({ columns, tokens }: DescribedText, start: number): number {
  let hasTime = false;
  for (let token = start; token < Math.min(tokens.count, start + LEAD_MAX); token += 1) {
    const kind = tokens.kinds[token];
    if (kind === tokenKind.lineEnd) return -1;
    if (kind === tokenKind.word) return hasTime ? token : -1;
    hasTime ||= columns.get(columnAt.shape, token) === COLON && tokens.kinds[token + 1] === tokenKind.number;
  }
  return -1;
}

function hasRole({ columns, tokens }: DescribedText, speaker: number): boolean {
  let token = speaker + 1;
  while (token <= speaker + ROLE_MAX && columns.get(columnAt.shape, token) === shape.lower) token += 1;
  return token > speaker + 1 && token < tokens.count && columns.get(columnAt.shape, token) === COLON;
}
