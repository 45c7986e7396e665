/** Scripts that are written without spaces between words. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
/** Also CJK punctuation and the full-width forms. */
const UNSPACED = String.raw`[${scripts.map((name) => String.raw`\p{Script=${name}}`).join('')}\u3000-\u303f\uff00-\uffef]`;
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, 'u');
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');

/** Joins consecutive texts, with a space between them unless their script is written without spaces. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .reduce((all, text) => {
      const isUnspaced = ENDS_UNSPACED.test(all.slice(-2)) && STARTS_UNSPACED.test(text);
      return all === '' || isUnspaced ? all + text : `${all} ${text}`;
    }, '');
}
