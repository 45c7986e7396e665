/** Days, with an age before them too, and hours, which stand behind the numbers of an office. */
export function isTime(written: string): boolean {
  return (
    /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:\d{2}|\d{4})$/.test(written) ||
    /^(?:\d{1,3} \()?(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])[./-](?:19|20)\d\d$/.test(
      written,
    ) ||
    /^(?:19|20)\d\d([./-])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/.test(written) ||
    /^\d{1,2}\.\d\d[ ]?[–—-][ ]?\d{1,2}\.\d\d$/.test(written)
  );
}
