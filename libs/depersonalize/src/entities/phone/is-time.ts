/** Days, with an age before them too, hours, which stand behind the numbers of an office, and ranges of years. */
export function isTime(written: string): boolean {
  return (
    /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:\d{2}|\d{4})$/.test(written) ||
    /^(?:\d{1,3} \()?(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])[./-](?:19|20)\d\d$/.test(
      written,
    ) ||
    /^(?:19|20)\d\d([./-])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/.test(written) ||
    /^\d{1,2}\.\d\d[ ]?[–—-][ ]?\d{1,2}\.\d\d$/.test(written) ||
    isYears(written)
  );
}

/** “2015-2018”, “1998/1999/2001”: years in ascending order. */
function isYears(written: string): boolean {
  const digits = written.replace(/\D/g, '');
  if (
    !/^(?:(?:19|20)\d\d){2,3}$/.test(digits) ||
    !/^\(?\d{4}(?:\)?[ ]?[–—/−‑-][ ]?\d{4}){1,2}$/.test(written)
  )
    return false;
  const years = digits.match(/\d{4}/g) ?? [];
  return years.every((year, i) => i === 0 || Number(year) > Number(years[i - 1]));
}
