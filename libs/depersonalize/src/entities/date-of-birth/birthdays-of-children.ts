import type { Match } from '../../document/detector';
import { firstAtOrAfter } from '../../text/first-at-or-after';
import type { MatchIndex } from '../../document/record-around';

const GAP = 40;
/** «…, 09.06.2017», «… (09.06.2017)»; behind «от», «выдано» stands when the paper was made. */
const behind = /^[ \u00a0]?(?:[,;|/(\t]|[—–-][ \u00a0]|[ \u00a0]{2})[ \u00a0]{0,12}$/u;
/** «09.06.2017, свид. …» */
const before =
  /^(?:[ \u00a0]?г(?:\.|ода)?)?[ \u00a0]?(?:[,;|/()\t]{1,2}|[—–-]|[ \u00a0])[ \u00a0]{0,12}\(?(?:св(?:ид(?:етельств[а-яё]{0,2}|-?во)?|-?в[оау])?\.?[ \u00a0]?(?:о[ \u00a0]рожд[а-яё]{0,5}\.?)?[ \u00a0:]{0,3}(?:сери[яи]|сер\.|№)?[ \u00a0]?)?$/iu;

/** Dates right beside certificates of birth. */
export function birthdaysOfChildren(text: string, guesses: readonly Match[], certs: MatchIndex): Match[] {
  if (certs.matches.length === 0) return [];
  return guesses.filter(({ start, end }) => {
    const next = firstAtOrAfter(certs.starts, start);
    const [earlier, later] = [certs.matches[next - 1], certs.matches[next]];
    const isBehind = earlier && start - earlier.end <= GAP && behind.test(text.slice(earlier.end, start));
    return (
      isBehind === true ||
      (later !== undefined && later.start - end <= GAP && before.test(text.slice(end, later.start)))
    );
  });
}
