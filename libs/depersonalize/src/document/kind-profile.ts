import type { ColumnHeads } from './fields/head-index';
import type { LabelWords } from './labels/label-index';

/** What the values of a kind mean for values of other kinds near them. */
export interface KindTraits {
  /** It names people: what stands beside may be theirs. */
  isName?: true;
  /** Who has such a value: only a person, or firms as well. */
  owner?: 'person' | 'anyone';
  /** It is given to newborn children: a date beside it is their birthday. */
  isGivenAtBirth?: true;
  /** How many digits its numbers have, where the number is known by that. */
  digits?: readonly number[];
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
