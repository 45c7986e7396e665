import type { Detector } from '../detector';
import { matchInZones } from '../match-in-zones';
import { runZones } from '../run-zones';

const TAIL = '[^\\s<>"«»“”\'`|\\\\^{}]';
const zones =
  'com|net|org|info|biz|edu|gov|mil|int|io|ru|su|me|co|uk|us|de|fr|it|es|nl|se|no|fi|dk|pl|cz|at|ch|be|pt|hu|si|ee|lv|lt|eu|ua|by|kz|uz|ge|am|az|kg|il|tr|cn|jp|in|br|mx|ar|au|nz|za|ca|app|dev|ai|tv|ly|gg|cc|club|site|online|shop|store|xyz|pro|name|blog|page|link|live|tech|space|website|top|moscow|tatar|рф|рус|москва|дети|онлайн|сайт|орг|example';
/** Kept for tests; alone after one word they are code («form.invalid»). */
const reserved = 'test|invalid';
const label = '[\\p{L}\\d](?:[\\p{L}\\d-]{0,61}[\\p{L}\\d])?';
const host = `(?:${label}\\.){1,5}`;
const urlPattern = new RegExp(
  `(?<![\\p{L}\\p{N}@._/-])(?:(?:h(?:tt|xx)ps?|s?ftp)://${TAIL}{3,2048}|www\\.${TAIL}{3,2048}|` +
    `(?:${host}(?:${zones})|(?:${label}\\.){2,5}(?:${reserved})(?![ ]?[({])|${label}\\.(?:${reserved})(?=/[\\p{L}\\d]))(?![\\p{L}\\p{N}.-]*@)(?::\\d{2,5})?(?:[/?]${TAIL}{0,2048}|(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}_])))`,
  'giu',
);
/** Every link has one; few runs of ordinary text do. */
const mark = /\.[^\s.,]|:\/\//g;

/** Links and bare domains («vk.com/id1», «адвокат.рф»), without the punctuation that ends a sentence. */
export const detectUrl: Detector = ({ text }) => {
  return matchInZones(text, runZones(text, mark), urlPattern).map(({ written, start }) => {
    const end = start + trimmedLength(written);
    return { start, end, type: 'URL' as const, score: 0.9 };
  });
};

function trimmedLength(link: string): number {
  let length = link.length;
  while (length > 4 && '.,;:!?…*_'.includes(link[length - 1] ?? '')) length -= 1;
  const closesMore = link[length - 1] === ')' && !link.slice(0, length).includes('(');
  if (closesMore) length -= 1;
  while (length > 4 && '.,;:!?…'.includes(link[length - 1] ?? '')) length -= 1;
  return length;
}
