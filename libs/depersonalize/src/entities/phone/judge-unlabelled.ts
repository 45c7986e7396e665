import { confidence } from '../../document/confidence';

/** Groups that only telephone numbers have, valid or not: an American one, an area in brackets, five pairs, a code for dialling out. */
const dialledForm =
  /^(?:(?:(?:\+|00)?1[ .-])?(?:\(\d{3}\)[ ]?|\d{3}[.-])\d{3}[.-]\d{4}|\d{3} \d{3} \d{4}|\(0\d{1,4}\)[ ]?\d{2,4}(?:[ -]\d{2,4}){1,3}|\(0?\d{1,4}\)[ ]?\d{3,4}[ -]\d{3,4}|0\d(?:\.\d\d){4}|00\d{1,3}[ -]\d{1,4}(?:[ -]\d{2,4}){2,4})$/;
/** Groups of two to five digits, which sums, dates and codes have as well. */
const groupedForm =
  /^(?:\(\d{1,5}\)[ -]?)?\d{2,5}(?:[ .-]\d{2,4}){1,4}$|^(?:\(0\d{2,5}\)[ ]?|0\d{2,4}[ -])\d{5,7}$|^0\d-?\d{7,9}$|^\d{10,11}$/;
/** Words near a number by which it is called, written to or held. */
const hintBefore =
  /(?<!\p{L})(?:number(?![ ]of)|phones?|cell|mobile|landline|call(?:s|ing|ed)?|ring|rang|text(?:s|ed|ing)?|sms|messages?|voicemail|contact|reach(?:ed|able)?|dial(?:led|ing)?|hotline|helpline|fax(?:ed)?|whatsapp|person at|block|lost|emergency|urgent)(?!\p{L})[^\n.!?;\d]{0,24}$/iu;
const hintAfter =
  /^[ ,]{0,2}[^\n.!?\d]{0,32}(?<!\p{L})(?:numbers?|phones?|calling|calls?|voicemail|out of service|disconnected|hang up|(?:from|off) your (?:call(?:ing)? )?list)(?!\p{L})/iu;
/** Beside a mail address or in a line of its own below other lines: how people sign. */
const signedBefore = /(?:^|\n)[ \t]*$/;
const signedAfter = /^[ \t]*(?:\r?\n|$|(?:x|ext\.?)[ ]?\d)/i;
const mailAfter = /^[ ]?[,;|/•·–-][ ]?[\w.+-]{1,40}@/;
/** What is counted, sold or filed has such numbers too. */
const otherBefore =
  /(?<!\p{L})(?:order|part|item|model|serial|version|build|isbn|issn|invoice|ref(?:erence)?|case|claim|ticket|tracking|lot|batch|sku|code|id|account|acct|policy|licen[cs]e|permit|patent|page|pp|score|date|due|dated|total|tag|duns|price|sum|balance|chapter|section|article|release|v|no|nr)\.?(?:[ ](?:number|no\.?|id|code))?(?:[ ](?:is|was))?[ ]?[:#№]?[ ]?$/iu;
/** “Call ID 3391 8821”, “contact form 1182 3345”: the number of a thing that is called by a word for telephones. */
const thingBefore =
  /(?<!\p{L})(?:phone|cell|mobile|call|ring|text|sms|message|contact|dial|reach|fax)[ ](?:form|sheet|log|plan|list|batch|case|id|ref|file|record|row|table|group|order|model|message|report|tone|size|block|template|queue)s?(?:[ ]no\.?)?[ ]?[:#]?[ ]?$/iu;
/** “2024 11 05” */
const dateForm = /^(?:19|20)\d\d ?(?:0\d|1[0-2]) ?(?:[0-2]\d|3[01])$/;
/** Sums look so: only right behind the word. */
const inThousands = /^\d{1,3}(?: \d{3})+$|^(?:\d\d ){2,}\d\d$/;
const rightBefore = /(?<!\p{L})(?:number|phone|cell|mobile|from|at|to|on|is|lost|me|block)[ ,:—–-]{1,3}$/iu;

/** Whether a number in an English text is that of a thing or a date, whatever its groups and the label before. */
export function isOfOther(written: string, before: string): boolean {
  return dateForm.test(written) || (thingBefore.test(before) && !dialledForm.test(written));
}

/** How likely a number that no label names is a telephone number, by its groups and the words around: 0 or 0.7. */
export function judgeUnlabelled(written: string, before: string, after: string): number {
  if (otherBefore.test(before)) return 0;
  if (dialledForm.test(written)) return confidence.plausible;
  if (!groupedForm.test(written)) return 0;
  if (
    inThousands.test(written) &&
    !rightBefore.test(before) &&
    !hintAfter.test(after) &&
    !signedBefore.test(before)
  )
    return 0;
  const isHinted = hintBefore.test(before) || hintAfter.test(after) || mailAfter.test(after);
  return isHinted || (signedBefore.test(before) && signedAfter.test(after) && before.length > 1)
    ? confidence.plausible
    : 0;
}
