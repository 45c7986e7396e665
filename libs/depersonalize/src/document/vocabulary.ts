import type { EntityType } from '@medley/contracts';
import { splitWords } from '../text/split-words';
import type { FieldKind, HeadReader } from './fields/field';
import { type ColumnHeads, HeadIndex } from './fields/head-index';
import { type Label, isKindLabel } from './labels/label';
import { LabelIndex, type LabelWords } from './labels/label-index';
import { nearestLabel, wordedText } from './labels/nearest-label';

const noTraits: KindTraits = {};

/** The words and traits of all kinds, in the order of their precedence. */
export class Vocabulary implements HeadReader {
  readonly labels: LabelIndex;
  readonly #heads: HeadIndex;
  readonly #profiles: ReadonlyMap<string, KindProfile>;

  constructor(profiles: ReadonlyMap<EntityType, KindProfile>) {
    const kinds = [...profiles];
    this.#profiles = profiles;
    this.labels = new LabelIndex(kinds.flatMap(([type, { labels }]) => (labels ? [[type, labels]] : [])));
    this.#heads = new HeadIndex(
      kinds.flatMap(([type, { columnHeads }]) => (columnHeads ? [[type, columnHeads]] : [])),
    );
  }

  kindOf(head: string): FieldKind | null {
    return this.#heads.kindOf(head);
  }

  labelOf(kind: FieldKind): Label | null {
    if (kind === 'THING' || isUncertain(kind)) return null;
    return this.traitsOf(kind).isName ? null : kind;
  }

  labelIn(head: string): Label | null {
    // A column of series has no other name.
    if (/^["«]?серия["»]?$/iu.test(head)) return this.labels.meaningAlone('SERIES') ?? null;
    return nearestLabel(wordedText(head, splitWords(head), this.labels), head.length)?.label ?? null;
  }

  /** The traits of what a head or a label names, parts of values included. */
  traitsOf(kind: FieldKind | null): KindTraits {
    const type = kind?.startsWith('PART_OF_') ? kind.slice('PART_OF_'.length) : kind;
    return this.#profiles.get(type ?? '')?.traits ?? noTraits;
  }

  /** Whether a label announces numbers of another kind with so many digits. */
  announcesDigits(label: Label | null, count: number): boolean {
    return isKindLabel(label) && this.traitsOf(label).digits?.includes(count) === true;
  }
}

function isUncertain(kind: FieldKind): kind is Exclude<FieldKind, Label | 'THING'> {
  return kind.startsWith('PART_OF_') || kind.startsWith('MAYBE_');
}

/** What the values of a kind mean for values of other kinds near them. */
interface KindTraits {
  /** It names people: what stands beside may be theirs. */
  isName?: true;
  /** Who has such a value: only a person, or firms as well. */
  owner?: 'person' | 'anyone';
  /** It is given to newborn children: a date beside it is their birthday. */
  isGivenAtBirth?: true;
  /** How many digits its numbers have, where the number is known by that. */
  digits?: readonly number[];
  /** A number of a few digits, said in words, may be part of its values: a house, a day. */
  hasShortNumbers?: true;
  /** Its values never look like telephone numbers: what does, behind its label, is one. */
  neverLooksLikePhone?: true;
  /** Values in a field that show that a name in the same record is a person's. */
  provesPerson?: RegExp;
  /** Its values are typed: signs in them are said by name («точка», “at”). */
  isTyped?: true;
  /** Who has an account stands in the same record of a table. */
  isBesideAccounts?: true;
}

/** What readers of a text have to know of a kind: the words that announce it, and its traits. */
export interface KindProfile {
  labels?: LabelWords;
  columnHeads?: ColumnHeads;
  traits?: KindTraits;
}
