import type { Detector, Finding } from '../detector';

const handlePattern = /(?<![\p{L}\p{N}._@/%+-])@[A-Za-z][A-Za-z0-9_.]{2,31}(?![\p{L}\p{N}@])/gu;
const namedPattern =
  /(?<![\p{L}\p{N}])(?:логин[а-яё]{0,2}|ник|никнейм|юзернейм|username|user name|user|login|handle|nickname|ssh)(?: (?:мой|моего|is|в \p{L}{2,12}))?[ ]?[:=—–-]?[ ]?["«']?([A-Za-z][\w.-]{2,31})(?![\p{L}\p{N}@]|\.\p{L})/giu;

/** Names of accounts: with an @, or right after a word that announces one. */
export const detectUsername: Detector = ({ text, labelBefore }) => {
  const found: Finding[] = [];
  if (text.includes('@')) {
    for (const { 0: handle, index } of text.matchAll(handlePattern)) {
      const length = handle.replace(/\.+$/, '').length;
      const score = labelBefore(index) === 'OTHER' ? 0.3 : 0.85;
      found.push({ start: index, end: index + length, type: 'USERNAME', score });
    }
  }
  for (const match of text.matchAll(namedPattern)) {
    const name = match[1] ?? '';
    const start = match.index + match[0].length - name.length;
    // A plain word after «логин» is a word («логин и пароль»): a name of an account has a digit or a sign in it.
    if (/[\d_.-]/.test(name)) found.push({ start, end: start + name.length, type: 'USERNAME', score: 0.9 });
  }
  return found;
};
