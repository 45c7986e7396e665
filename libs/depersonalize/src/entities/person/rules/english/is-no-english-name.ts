import { charClass, charClasses } from '@medley/person-model';
import type { Span } from '../../../../text/spans';

/** So far around a name is read what it is. */
const BEFORE = 40;
const BEHIND = 30;

/** Labels, abbreviations and tools that a list of names knows, too. */
const never = new Set(
  (
    'appl disch adm dob d.o.b ssn npi mrn acct usd eur gbp aud chf jpy scac nmfc merch hub docker kubernetes ' +
    'ansible terraform grafana nginx rx dx hx tx fx ref qty sku poc eta etd asap fyi'
  ).split(' '),
);
/** Abbreviations in capitals that are names in small letters. */
const neverCapital = new Set('VIN DEA CAD REF REG MOT PAN TEL MOB'.split(' '));
/** Words that are names elsewhere: “Reg is YD68 KPO”, “Ta, Moira”. */
const asLabel = /^(?:Reg(?=\.? (?:is|no|number|mark|plate)(?!\p{L})|[.:]? [A-Z]{2}\d)|Ta(?=,? \p{Lu}|[!.]))/u;
const month = /^(?:April|May|June|August)$/u;
const timeBefore =
  /(?:^|[^\p{L}])(?:until|till|by|since|during|in|last|next|this|of|early|late|mid|through|\d{1,2}(?:st|nd|rd|th)?)[ \u00a0-]$/iu;
const yearBehind = /^,? \d/u;
/** “Reynolds number”, “Cohen's d”, “Crohn's disease” */
const eponym =
  /^(?:['’]s (?:[dhtwqfz](?![\p{L}'’])|kappa|alpha|exact test|t[- ]test|test(?! results?)|theorem|lemma|law|inequality|equation|paradox|algorithm|distribution|constant|disease|syndrome|palsy|lymphoma|sarcoma|chorea|thyroiditis|contracture|sign|fracture|oesophagus|esophagus|phenomenon)| (?:number(?= (?:was|is|of|above|below|at)|[,.;)])|coefficient|distribution|criterion|transform|polynomial|regression test|syndrome|disease)(?!\p{L})| r (?:=|<|>))/iu;
const hyphenTest = /^\p{Lu}\p{L}+[-–]\p{Lu}\p{L}+$/u;
const testBehind = /^ (?:test|statistic|procedure|equation|theorem|algorithm|model|plot)(?!\p{L})/iu;
/** “Bryn Derw Surgery” */
const house =
  /^ (?:Surgery|Medical (?:Centre|Center|Practice)|Health Centre|Pharmacy|Primary School|High School|Elementary|Academy|Leisure Centre|Community Centre|Care Home|Nursing Home|Presidential Library)(?!\p{L})/u;
/** Shops and makes that are called like people. */
const shops = new Set(
  'john lewis|fred perry|ted baker|paul smith|hugo boss|calvin klein|ralph lauren|tommy hilfiger|michael kors|kate spade|ben sherman|jimmy choo|laura ashley|harvey norman|david jones|levi strauss|wells fargo|morgan stanley|edward jones|charles schwab|john deere|tim hortons'.split(
    '|',
  ),
);
const ofShop = /(?:^|[^\p{L}])(?:the|a|an|my|new|some|pair of) $/iu;
const shopBehind =
  /^(?:['’]s)? (?:store|shop|outlet|branch|voucher|gift card|partners|bag|shirt|jeans|coat|on \p{Lu}\p{L}+ (?:Street|Road|St|Rd)|\p{Lu}?\d{2,}|tractor|account|card)(?!\p{L})/u;
const boots = /(?:^|[^\p{L}])(?:the|of|my|new|some|these|those|old|your) (?:Dr|Doc)\.? $/iu;
const element = /<\/?$/u;
/** A flower or a beast of two words in small letters. */
const adjective = /\p{Ll}-\p{Ll}+ed $/u;
/** “rosemary 'Miss Jessopp's Upright'” */
const sort =
  /(?<!\p{L})(?:rose|tulip|dahlia|clematis|hosta|peon|iris|apple|pear|plum|tomato|potato|heather|holly|lavender|salvia|geranium|fuchsia|camellia|hydrangea)\p{Ll}* ['‘](?:\p{Lu}[\p{L}.]* ){0,2}$/iu;

/** Whether what was taken for an English name is a label, a month, a law called after somebody, a shop or a sort. */
export function isNoEnglishName(text: string, { start, end }: Span): boolean {
  if (!((charClasses[text.charCodeAt(start)] ?? 0) & charClass.latin)) return false;
  const written = text.slice(start, end);
  if (never.has(written.toLowerCase().replace(/\.$/, ''))) return true;
  if (neverCapital.has(written)) return true;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const behind = text.slice(end, end + BEHIND);
  if (eponym.test(behind) || house.test(behind)) return true;
  if (shops.has(written.toLowerCase()) && (ofShop.test(before) || shopBehind.test(behind))) return true;
  if (sort.test(before)) return true;
  return !written.includes(' ') && isNoWordOfOne(written, before, behind);
}

function isNoWordOfOne(written: string, before: string, behind: string): boolean {
  if (month.test(written)) return timeBefore.test(before) || yearBehind.test(behind);
  if (written === 'Martens') return boots.test(before);
  if (hyphenTest.test(written) && testBehind.test(behind)) return true;
  if ((element.test(before) || adjective.test(before)) && written === written.toLowerCase()) return true;
  return asLabel.test(written + behind);
}
