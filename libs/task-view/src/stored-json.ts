import { randomUUID } from 'node:crypto';

/** Stored JSON text that is embedded without parsing, because parsing megabytes blocks the event loop. Use `toJsonText`. */
export class StoredJson {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  static textOf(stored: StoredJson): string {
    return stored.#text;
  }
}

/** `JSON.stringify` for a value that may contain `StoredJson`, which is inserted unchanged. */
export function toJsonText(value: unknown): string {
  // A random placeholder cannot occur in a text of a user.
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
    .map((part, index) => part + (texts[index] ?? ''))
    .join('');
}
