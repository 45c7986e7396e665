import type { EntityType } from '@medley/contracts';
import { fold } from '../../text/split-words';
import { anyOf, wordLists } from '../../text/word-lists';
import type { FieldKind } from './field';

/**
 * Whole names of columns and keys that announce values of a kind: patterns over small words with one blank between;
 * `_` stands for a blank or nothing. What is not here is read as a label in a text.
 */
export interface ColumnHeads {
  whole: readonly string[];
  /** Of a part of a value, as a surname. */
  part: readonly string[];
  /** Of values of the kind, or of something else. */
  maybe: readonly string[];
}

const neutral = wordLists('neutral-heads', ['owners', 'THING', 'OTHER', 'DATE']);
const headsOf = (list: readonly string[]): string => anyOf(list).replaceAll('_', ' ?');
/** Whose it is may stand before what it is. */
const before = `(?:${headsOf(neutral.owners)} ){0,2}`;
const behind = '(?: (?:number|num|no|nr|#|value|raw|номер|№))?';

/** More than this is no name of a column. */
const LONGEST = 48;

/** The names of columns of all kinds. */
export class HeadIndex {
  readonly #rows: readonly { kind: FieldKind; pattern: RegExp }[];
  /** All of them: most heads are none. */
  readonly #any: RegExp;

  constructor(kinds: readonly (readonly [EntityType, ColumnHeads])[]) {
    const rowsOf = (part: keyof ColumnHeads, prefix: 'PART_OF_' | 'MAYBE_' | '') =>
      kinds.flatMap(([type, { [part]: list }]): (readonly [FieldKind, readonly string[]])[] =>
        list.length === 0 ? [] : [[`${prefix}${type}`, list]],
      );
    const rows = [
      ...rowsOf('part', 'PART_OF_'),
      ...rowsOf('whole', ''),
      ...rowsOf('maybe', 'MAYBE_'),
      ...(['THING', 'OTHER', 'DATE'] as const).map((kind) => [kind, neutral[kind]] as const),
    ];
    const headOf = (sources: string): RegExp => new RegExp(`^${before}${sources}${behind}$`, 'u');
    this.#rows = rows.map(([kind, list]) => ({ kind, pattern: headOf(headsOf(list)) }));
    this.#any = headOf(headsOf(rows.flatMap(([, list]) => list)));
  }

  /** What a head in any spelling says of the values below or behind it. */
  kindOf(head: string): FieldKind | null {
    if (head.length > LONGEST) return null;
    const words = spell(head);
    if (!this.#any.test(words)) return null;
    return this.#rows.find(({ pattern }) => pattern.test(words))?.kind ?? null;
  }
}

/** Small words with one blank between. */
function spell(head: string): string {
  const parted = head.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return fold(parted)
    .replace(/[^\p{L}\p{N}#№]+/gu, ' ')
    .trim();
}
