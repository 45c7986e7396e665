import type { EntityType } from '@medley/contracts';
import { fold } from '../../text/split-words';
import type { FieldKind } from './field';
import { neutralHeads } from './neutral-heads';

/**
 * Whole names of columns and keys that announce values of a kind: patterns split by white space over small words with one
 * blank between; `_` stands for a blank or nothing. What is not here is read as a label in a text.
 */
export interface ColumnHeads {
  whole?: string;
  /** Of a part of a value, as a surname. */
  part?: string;
  /** Of values of the kind, or of something else. */
  maybe?: string;
}

/** Whose it is may stand before what it is. */
const owners = String.raw`
  client customer user patient employee emp staff person personal driver guest contact applicant member student parent
  passenger insured holder tenant borrower payer sender recipient beneficiary owner home work main primary
  клиента? пациента? сотрудника? работника? водителя абонента? заявителя заемщика владельца ребенка получателя отправителя
  контактный мобильный домашний рабочий`;
const alternatives = (list: string): string => list.trim().split(/\s+/u).join('|').replaceAll('_', ' ?');
const before = `(?:(?:${alternatives(owners)}) ){0,2}`;
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
      kinds.flatMap(([type, heads]): (readonly [FieldKind, string])[] => {
        const list = heads[part];
        return list === undefined ? [] : [[`${prefix}${type}`, list]];
      });
    const rows = [
      ...rowsOf('part', 'PART_OF_'),
      ...rowsOf('whole', ''),
      ...rowsOf('maybe', 'MAYBE_'),
      ...neutralHeads,
    ];
    const headOf = (sources: string): RegExp => new RegExp(`^${before}(?:${sources})${behind}$`, 'u');
    this.#rows = rows.map(([kind, list]) => ({ kind, pattern: headOf(alternatives(list)) }));
    this.#any = headOf(rows.map(([, list]) => alternatives(list)).join('|'));
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
