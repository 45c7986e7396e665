import type { Label } from './label';
import type { LabelIndex } from './label-index';

const REACH = 24;
/** «8 916 123-45-67 (ватсап)», «4508 123456 — мой паспорт» */
const bridge =
  /^["»”]?[ \u00a0]{0,2}(?:\(|[—–-][ \u00a0])[ \u00a0]?(?:(?:мой|моя|это|мой новый|is my|my)[ \u00a0])?(?=\p{L})/iu;

/** The label that explains a number behind it, in brackets or after a dash. */
export function labelAfter(labels: LabelIndex, text: string, end: number): Label | null {
  const match = bridge.exec(text.slice(end, end + REACH));
  return match === null ? null : (labels.labelAt(text, end + match[0].length)?.label ?? null);
}
