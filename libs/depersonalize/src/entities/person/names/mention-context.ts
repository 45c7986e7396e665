import type { Case, Form } from './grammar';
import { textAfter, textBefore } from '../../../text/spans';

/** The words right before and behind a mention, folded; `''`: none, or something else between. */
export interface MentionContext {
  before: string;
  after: string;
  /** It opens a sentence or a part of one, as a subject does. */
  opens: boolean;
}

export const noContext: MentionContext = { before: '', after: '', opens: false };

const governed: ReadonlyMap<string, readonly Case[]> = new Map(
  (
    [
      [
        ['genitive'],
        'у от из без до для после около против кроме вместо ради среди возле мимо насчет из-за из-под',
      ],
      [['dative'], 'к ко по благодаря вопреки согласно навстречу'],
      [['accusative'], 'про через сквозь'],
      [['instrumental'], 'с со над перед между'],
      [['instrumental', 'accusative'], 'за под'],
      [['prepositional'], 'о об обо при'],
      [['prepositional', 'accusative'], 'в во на'],
    ] as const
  ).flatMap(([cases, words]) => words.split(' ').map((word) => [word, cases] as const)),
);
/** Titles and adjectives before a name are in its case. */
const agreeing: readonly (readonly [RegExp, readonly Case[]])[] = [
  [/^(?:г-ну|господину|госпоже|г-же|гражданину|гражданке|товарищу|доктору|директору)$/u, ['dative']],
  [/^(?:г-на|господина|гражданина|товарища|доктора|директора)$/u, ['genitive', 'accusative']],
  [/^(?:г-жу|госпожу|гражданку)$/u, ['accusative']],
  [/^(?:г-ном|господином|госпожой|гражданином|гражданкой|доктором|директором)$/u, ['instrumental']],
  [/^(?:г-н|господин|госпожа|г-жа|гражданин|гражданка|товарищ|доктор|директор)$/u, ['nominative']],
  [/.(?:ому|ему)$/u, ['dative']],
  [/.(?:ого|его)$/u, ['genitive', 'accusative']],
  [/.{2}(?:ым|им)$/u, ['instrumental']],
  [/.(?:ую|юю)$/u, ['accusative']],
];
const REACH = 40;
const AGAINST = 3;
const verbOfMan = /(?:..(?:[аеиоуыя]л|лся)|^(?:рад|готов|согласен|должен|прав|уверен|болен|занят))$/u;
const verbOfWoman =
  /(?:..(?:[аеиоуыя]ла|лась)|^(?:рада|готова|согласна|должна|права|уверена|больна|занята))$/u;

/** What stands around a mention, for the case and the gender that it shows. */
export function contextOf(text: string, { start, end }: { start: number; end: number }): MentionContext {
  const before = /(?:^|[^\p{L}-])([\p{L}-]{1,30})[ \u00a0]$/u.exec(textBefore(text, start, REACH));
  const after = /^[ \u00a0]([\p{L}-]{1,30})/u.exec(textAfter(text, end, REACH));
  const opens = /(?:^|[.!?…:;\n(«"—–-])[ \u00a0]?$/u.test(textBefore(text, start, 2));
  return { before: plain(before?.[1]), after: plain(after?.[1]), opens };
}

function plain(word = ''): string {
  return word.toLowerCase().replaceAll('ё', 'е');
}

/** How badly a form goes with what stands around it; 0: well. */
export function anomalyScore(
  { agrees, case: inCase }: Form,
  { before, after, opens }: MentionContext,
): number {
  const asked = governed.get(before) ?? agreeing.find(([pattern]) => pattern.test(before))?.[1];
  let cost = 0;
  if (asked && !asked.includes(inCase)) cost += AGAINST;
  // Nothing but a preposition governs this case; others may stand a few words before.
  if (inCase === 'prepositional' && !governed.get(before)?.includes(inCase)) cost += 1;
  if (inCase !== 'nominative') return opens ? cost + 1 : cost;
  return cost + disagreement(agrees, [before, after]);
}

/** A verb beside a subject has its gender. */
function disagreement(agrees: Form['agrees'], verbs: readonly string[]): number {
  const against =
    agrees === 'female' ? [verbOfMan] : agrees === 'male' ? [verbOfWoman] : [verbOfMan, verbOfWoman];
  return verbs.filter((verb) => against.some((pattern) => pattern.test(verb))).length;
}
