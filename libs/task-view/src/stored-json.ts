import { randomUUID } from 'node:crypto';

/** JSON text as it was stored. Only `toJsonText` can write it; parsing megabytes to write them again would block a process. */
export class StoredJson {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  static textOf(stored: StoredJson): string {
    return stored.#text;
  }
}

/** `JSON.stringify` of a value that may hold `StoredJson`, which is written as it is. */
export function toJsonText(value: unknown): string {
  // Nobody can guess it, so no text of a user can be mistaken for it.
  const placeholder = randomUUID();
  const texts: string[] = [];
  const skeleton = JSON.stringify(value, (_key, item: unknown) => {
    if (!(item instanceof StoredJson)) return item;
    texts.push(StoredJson.textOf(item));
    return placeholder;
  });
  if (texts.length === 0) return skeleton;
  return skeleton
    .split(`"${placeholder}"`)
    .map((piece, index) => piece + (texts[index] ?? ''))
    .join('');
}
