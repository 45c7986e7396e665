const mobile = /^07[1-9]\d{8}$/;
/** What a number that is dialled or left stands behind. */
const dialledBefore =
  /(?:(?<!\p{L})(?:on|at|or|and|is|me|us|him|her|them|bell|buzz|ring|shout|text)[ ]|[:,;(/|–—-][ ]?|(?:^|\n)[ \t]{0,8})$/iu;

/** Whether eleven digits in one run are a British mobile (“give Ann a bell on 07700900123”). */
export function isBareMobile(written: string, before: string): boolean {
  return mobile.test(written) && dialledBefore.test(before);
}
