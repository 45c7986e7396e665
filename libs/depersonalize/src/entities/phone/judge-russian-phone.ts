import { confidence } from '../../document/confidence';

/** How likely a number of a Russian text without a plus is a telephone number: a form alone, or with a label for it. */
export function judgeRussianPhone(written: string, isNamed: boolean): number {
  const digits = written.replace(/\D/g, '');
  const whole = judgeWhole(written, digits);
  if (!isNamed)
    return whole > 0 || !/^\(?\d{3}\)?[ ]?[-–]?[ ]?\d{2}-\d{2}$/.test(written) ? whole : confidence.faint;
  if (whole > 0) return confidence.stated;
  if (/^\d{1,3}[- ]\d{2}[- ]\d{2}$/.test(written) || /^\d{3}[- ]\d{4}$/.test(written))
    return confidence.likely;
  if (digits.length < 6 || digits.length > 11) return 0;
  return /\D/.test(written) && !/^\d{1,3}(?:[ ,.]\d{3})+$/.test(written)
    ? confidence.possible
    : confidence.least;
}

/** Ten digits and more, which carry their area. */
function judgeWhole(written: string, digits: string): number {
  if (digits.length === 11) {
    // Mobile numbers of Kazakhstan with the eight only in groups.
    if (/^8[ -]\(?7[04-7]\d\)?[ -]\d{3}[ -]\d\d[ -]\d\d$/.test(written)) return confidence.confirmed;
    return /^(?:[78][3489]|7[67])/.test(digits) ? confidence.shown : 0;
  }
  if (digits.length !== 10) return 0;
  if (digits.startsWith('9')) return confidence.plausible;
  return /^[348]/.test(digits) && /^\(\d{3,5}\)|\d-\d{2}-\d{2}$/.test(written) ? confidence.confirmed : 0;
}
