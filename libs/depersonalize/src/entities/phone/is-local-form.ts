/** Numbers dialled without their country, in the groups that people there write; the plans know too few of them. */
const forms: readonly RegExp[] = [
  // Britain: mobiles, which the plans refuse in blocks of islands, and towns.
  /^07\d{3}[ -]\d{3}[ -]?\d{3}$/,
  /^\(?0(?:1\d1|11\d)\)?[ -]\d{3}[ -]\d{4}$/,
  /^\(?02\d\)?[ -]\d{4}[ -]\d{4}$/,
  // Australia: mobiles and states.
  /^04\d\d[ -]\d{3}[ -]\d{3}$/,
  /^(?:\(0[2378]\)|0[2378])[ -]\d{4}[ -]\d{4}$/,
  // Ireland and South Africa.
  /^0(?:8[35679]|[678]\d)[ -]\d{3}[ -]\d{4}$/,
];

/** Whether a number without its country has the form of one in Britain, Australia, Ireland or South Africa. */
export function isLocalForm(written: string): boolean {
  return (
    written.charCodeAt(written.charCodeAt(0) === 40 ? 1 : 0) === 48 &&
    forms.some((form) => form.test(written))
  );
}
