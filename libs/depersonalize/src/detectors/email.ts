import type { Detector } from '../detector';
import { findByPattern } from '../find-by-pattern';
import { findSpokenMails } from '../network/find-spoken-mails';

/** E-mail addresses, written or said. */
export const detectEmail: Detector = (document) => [
  ...findWritten(document),
  ...findSpokenMails(document.text),
];

/** In any script («вася@пример.испытание»), the name in quotes or not. */
const findWritten = findByPattern({
  type: 'EMAIL',
  within: /@/g,
  pattern:
    /(?:(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_%+-])?|(?<![\p{L}\p{N}])"[\p{L}\p{N}._%+'-]{1,62}")@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{1,59}|\p{L}{2,24})(?![\p{L}\p{N}@])/gu,
  judge: () => 0.99,
});
