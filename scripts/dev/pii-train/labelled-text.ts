import { OperatorError } from '@medley/kit';

/** Span of a name in a text; UTF-16 offsets. */
export interface NameSpan {
  start: number;
  end: number;
}

/** A text with labelled names. */
export interface LabelledText {
  /** Its set; `own` for texts of this repository. */
  set: string;
  id: string;
  /** Texts of one document or template share a group, and a group is never split between folds. */
  key: string;
  text: string;
  names: readonly NameSpan[];
  /** All labels of its set, for scoring; only names for texts of this repository. */
  gold: readonly (NameSpan & { type: string })[];
  weight: number;
  /** An augmented copy: used for training, not for scoring. */
  isCopy: boolean;
}

/** Names as labelled in a set. */
export function asGold(names: readonly NameSpan[]): (NameSpan & { type: string })[] {
  return names.map(({ start, end }) => ({ start, end, type: 'PERSON' }));
}

/** Parse a text whose names are enclosed in ⟦ and ⟧. */
export function readMarks(marked: string, where: string): { text: string; names: NameSpan[] } {
  const names: NameSpan[] = [];
  let text = '';
  let start: number | null = null;
  for (const part of marked.split(/([⟦⟧])/)) {
    if (part !== '⟦' && part !== '⟧') {
      text += part;
      continue;
    }
    if ((part === '⟦') !== (start === null))
      throw new OperatorError(`${where}: a mark without its other one: ${text.slice(-40)}`);
    if (start === null) start = text.length;
    else {
      names.push({ start, end: text.length });
      start = null;
    }
  }
  if (start !== null) throw new OperatorError(`${where}: ⟦ is not closed: ${text.slice(start, start + 40)}`);
  return { text, names };
}
