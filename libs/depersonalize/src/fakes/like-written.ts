/** A name in the capitals of the original. */
export function likeWritten(original: string, name: string): string {
  const tail = /(?<=.)['’]s$/iu.exec(original)?.[0] ?? '';
  const letters = original.slice(0, original.length - tail.length);
  // Chinese has no capitals.
  if (letters.toLowerCase() === letters.toUpperCase()) return name + tail;
  if (letters === letters.toLowerCase()) return name.toLowerCase() + tail;
  const isShouted = letters.length > 1 && letters === letters.toUpperCase();
  return (isShouted ? name.toUpperCase() : name) + tail;
}
