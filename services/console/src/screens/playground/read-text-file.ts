const TEXT_NAME = /\.(?:txt|text|md|markdown|srt|vtt|csv|log)$/i;
/** Bytes: a text of the most characters that a task takes, each of four bytes. */
const TEXT_MAX = 4_000_000;

/** The text of a file that is one by its name and bytes; null: something else, or too large. */
export async function readTextFile(file: File): Promise<string | null> {
  if (!(TEXT_NAME.test(file.name) || file.type.startsWith('text/')) || file.size > TEXT_MAX) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}
