/** Scripts that put no blanks between words. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]`;
const NO_BLANK = new RegExp(`${UNSPACED}$`, 'u');
const NO_BLANK_BEFORE = new RegExp(`^${UNSPACED}`, 'u');

/** Texts that follow each other as one, with a blank between them where the script has blanks. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .reduce((all, text) => {
      const isUnspaced = NO_BLANK.test(all.slice(-2)) && NO_BLANK_BEFORE.test(text);
      return all === '' || isUnspaced ? all + text : `${all} ${text}`;
    }, '');
}
