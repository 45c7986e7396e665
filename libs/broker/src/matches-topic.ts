/** Whether a binding pattern of a topic exchange matches: `*` is one word, `#` any number of words. */
export function matchesTopic(pattern: string, topic: string): boolean {
  return matches(pattern.split('.'), topic.split('.'));
}

/** One row for each word of the pattern: whether the pattern up to it matches the first words of the topic. */
function matches(pattern: readonly string[], words: readonly string[]): boolean {
  let row = [true, ...words.map(() => false)];
  for (const part of pattern) {
    const next = [part === '#' && row[0] === true];
    for (const [index, word] of words.entries()) {
      const isHere = part === '#' ? next[index] === true || row[index + 1] === true : false;
      next.push(isHere || (row[index] === true && part !== '#' && (part === '*' || part === word)));
    }
    row = next;
  }
  return row[words.length] === true;
}
