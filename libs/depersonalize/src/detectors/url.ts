import type { Detector } from '../detector';

const urlPattern =
  /(?<![\p{L}\p{N}@._/-])(?:(?:https?|ftp):\/\/[^\s<>"«»“”'`|\\^{}]{3,2048}|www\.[^\s<>"«»“”'`|\\^{}]{3,2048}|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}(?:com|net|org|info|biz|edu|gov|mil|io|ru|su|me|co|uk|us|de|fr|ua|by|kz|app|dev|tv|ly|gg|be|club|site|online|shop|xyz)(?![\p{L}\p{N}.-]*@)(?:\/[^\s<>"«»“”'`|\\^{}]{0,2048}|(?![\p{L}\p{N}_.-]*[\p{L}\p{N}_])))/giu;

/** Links and bare domain paths («vk.com/id1»), without the punctuation that ends a sentence. */
export const detectUrl: Detector = ({ text }) => {
  if (!text.includes('.')) return [];
  return [...text.matchAll(urlPattern)].map((match) => {
    const end = match.index + trimmedLength(match[0]);
    return { start: match.index, end, type: 'URL' as const, score: 0.9 };
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
