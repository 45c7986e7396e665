const LEAF = 0x100;
const LABEL_MASK = 0x8000_00ff;
const CHARACTERS = 256;
/** Separator between a word and its payload. */
const SEPARATOR = 1;

/** The words of a dictionary in the form of pymorphy2 (a double-array tree), each with its paradigms and forms. */
export function* wordsOfTree(
  file: Buffer,
): Generator<{ word: string; forms: readonly (readonly [number, number])[] }> {
  const units = new Uint32Array(file.readUInt32LE(0));
  for (let i = 0; i < units.length; i += 1) units[i] = file.readUInt32LE(4 + i * 4);
  const tree = new Tree(units);
  const decoder = new TextDecoder('windows-1251');
  const waiting: { at: number; key: readonly number[] }[] = [{ at: 0, key: [] }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { at, key } = node;
    const end = tree.next(at, SEPARATOR);
    if (end !== null) yield { word: decoder.decode(Uint8Array.from(key)), forms: readForms(tree, end) };
    for (let byte = CHARACTERS - 1; byte > SEPARATOR; byte -= 1) {
      const next = tree.next(at, byte);
      if (next !== null) waiting.push({ at: next, key: [...key, byte] });
    }
  }
}

class Tree {
  constructor(private readonly units: Uint32Array) {}

  next(at: number, byte: number): number | null {
    const to = (at ^ this.offset(at) ^ byte) >>> 0;
    return ((this.units[to] ?? 0) & LABEL_MASK) >>> 0 === byte && to < this.units.length ? to : null;
  }

  isLeaf(at: number): boolean {
    return ((this.units[at] ?? 0) & LEAF) !== 0;
  }

  private offset(at: number): number {
    const unit = this.units[at] ?? 0;
    return ((unit >>> 10) << ((unit & 0x200) >>> 6)) >>> 0;
  }
}

/** Decode the payload: numbers of a paradigm and of a form in it, four bytes in the dictionary's own base64. */
function readForms(tree: Tree, start: number): [number, number][] {
  const forms: [number, number][] = [];
  const waiting: { at: number; bytes: readonly number[] }[] = [{ at: start, bytes: [] }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { at, bytes } = node;
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    if (bytes.length > 0 && tree.isLeaf(at)) {
      forms.push([((a ^ 1) << 6) + (b >>> 1), ((c ^ 1) << 6) + (d >>> 1)]);
    }
    for (let byte = 1; byte < CHARACTERS; byte += 1) {
      const next = tree.next(at, byte);
      if (next !== null) waiting.push({ at: next, bytes: [...bytes, byte] });
    }
  }
  return forms;
}
