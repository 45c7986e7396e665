import { OperatorError } from '@medley/kit';

/** Where a name stands in a text; UTF-16 offsets. */
export interface NameSpan {
  start: number;
  end: number;
}

/** A text with its names. */
export interface LabelledText {
  /** The set it is of, `own` for texts written here. */
  set: string;
  id: string;
  /** Texts of one document, or made of one template: never on both sides of a fold. */
  key: string;
  text: string;
  names: readonly NameSpan[];
  /** All that its set marks, to judge by; names again for texts written here. */
  gold: readonly (NameSpan & { type: string })[];
  weight: number;
  /** Made of another text, so that it is trained on but not judged. */
  isCopy: boolean;
}

/** Names as a set has them. */
export function asGold(names: readonly NameSpan[]): (NameSpan & { type: string })[] {
  return names.map(({ start, end }) => ({ start, end, type: 'PERSON' }));
}

/** Take the marks ⟦ and ⟧ out of a text; the names are what stood between them. */
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
