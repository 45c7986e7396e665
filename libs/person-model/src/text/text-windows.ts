/** A part of a text; UTF-16 offsets. */
export interface TextWindow {
  from: number;
  to: number;
}

/** Code units the model sees at once, which bounds its memory. */
const WINDOW = 100_000;

/** Cut a long text into windows, at the end of a line, else of a sentence, else of a word, where there is one. */
export function textWindows(text: string, size = WINDOW): TextWindow[] {
  const windows: TextWindow[] = [];
  let from = 0;
  while (text.length - from > size) {
    const to = from + cutPlace(text.slice(from, from + size));
    windows.push({ from, to });
    from = to;
  }
  windows.push({ from, to: text.length });
  return windows;
}

function cutPlace(stretch: string): number {
  const half = stretch.length / 2;
  for (const border of ['\n', '. ', ' ']) {
    const at = stretch.lastIndexOf(border);
    if (at >= half) return at + border.length;
  }
  return stretch.length;
}
