import type { EntityType } from '@medley/contracts';
import { fold } from '../../text/split-words';
import { beginningsOf } from '../../text/pattern-beginnings';
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

/** Letters of a beginning; shorter heads have shorter ones. */
const BEGINNING = 4;

const neutral = wordLists('neutral-heads', ['owners', 'THING', 'OTHER', 'DATE']);
const headsOf = (list: readonly string[]): string => anyOf(list).replaceAll('_', ' ?');
const beginningsIn = (entry: string): ReadonlySet<string> => beginningsOf(headsOf([entry]), BEGINNING);
/** Whose it is may stand before what it is. */
const before = `(?:${headsOf(neutral.owners)} ){0,2}`;
const behind = '(?: (?:number|num|no|nr|#|value|raw|номер|№))?';

/** More than this is no name of a column. */
const LONGEST = 48;

/** The names of columns of all kinds. */
export class HeadIndex {
  readonly #rows: readonly { kind: FieldKind; pattern: RegExp }[];
  /** All of them: most heads are none. Those that may begin with any letter are few. */
  readonly #any: RegExp;
  readonly #open: RegExp;
  /** The first letters of the others, and of owners. */
  readonly #beginnings: ReadonlySet<string>;

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
    const beginnings = new Map(rows.flatMap(([, list]) => list).map((entry) => [entry, beginningsIn(entry)]));
    const entries = [...beginnings.keys()];
    this.#any = headOf(headsOf(entries.filter((entry) => !beginnings.get(entry)?.has(''))));
    this.#open = headOf(headsOf(entries.filter((entry) => beginnings.get(entry)?.has(''))));
    const known = [...neutral.owners.map(beginningsIn), ...beginnings.values()];
    this.#beginnings = new Set(known.flatMap((some) => [...some]));
  }

  /** What a head in any spelling says of the values below or behind it. */
  kindOf(head: string): FieldKind | null {
    if (head.length > LONGEST) return null;
    const words = spell(head);
    if (!this.#isHead(words)) return null;
    return this.#rows.find(({ pattern }) => pattern.test(words))?.kind ?? null;
  }

  #isHead(words: string): boolean {
    if (this.#open.test(words)) return true;
    for (let length = 1; length <= BEGINNING; length += 1)
      if (this.#beginnings.has(words.slice(0, length))) return this.#any.test(words);
    return false;
  }
}

/** Small words with one blank between. */
function spell(head: string): string {
  const parted = head.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return fold(parted)
    .replace(/[^\p{L}\p{N}#№]+/gu, ' ')
    .trim();
}
