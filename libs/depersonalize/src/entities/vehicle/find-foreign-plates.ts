import { confidence } from '../../document/confidence';
import { findByPattern, type Candidate } from '../../document/find-by-pattern';

/** Without I, Q and Z; the year of the half year follows. */
const british = '[A-HJ-PR-Y]{2}(?:0[2-9]|1\\d|2[0-6]|5[1-9]|6\\d|7[0-6])[ ]?[A-HJ-PR-Z]{3}';
const indian = '[A-Z]{2}[ -]?\\d{2}[ -]?[A-Z]{1,3}[ -]?\\d{4}';
/** South Africa with its provinces, Ireland with the year and the county. */
const longer =
  '[A-Z]{2,3} \\d{3}[ -]\\d{3}|[A-Z]{2}[ -]\\d{2}[ -][A-Z]{2}|[A-Z]{3} ?\\d{3} ?(?:GP|MP|NW|EC|FS|NC|L)|[A-Z]{2} ?\\d{2} ?[A-Z]{2} ?GP|\\d{2,3}-[A-Z]{1,2}-\\d{1,6}';
/** Whatever has letters and digits, in one run or two. */
const any = '(?=[A-Z]*[ -]?\\d)(?=\\d*[ -]?[A-Z])[A-Z\\d]{1,4}[ -]?[A-Z\\d]{2,5}';

const britishForm = new RegExp(`^${british}$`);
const indianForm = new RegExp(`^${indian}$`);
/** The word for a plate, with nothing but “no.”, “is” or a state between. */
const namedBefore =
  /(?<!\p{L}|(?:vat|gst|company|charity|business|firm|event)[ ])(?:plates?|rego|reg(?:istration|\.)?|v\.?r\.?[mn]\.?)(?:[ _]?(?:no|num|number|mark|#)\.?)?(?: of (?:my|the|his|her|our|their) \p{L}{2,12})?(?: (?:is|was))?[ \u00a0]?(?:\([A-Z]{2,3}\))?["':=#, \u00a0]{1,4}(?:[A-Z]{2}[ -])?$/iu;
/** “GA tag”, “license tag”: of vehicles; tags of goods and of programs are not. */
const tagBefore =
  /(?<![\p{L}-])(?:(?:licen[cs]e|lic\.?|vehicle|car|temp(?:orary)?|dealer|[A-Z]{2})[ ])?tags?(?:[ ]?(?:#|no\.?|number))?[:# ]{1,3}$/iu;
const ownTag = /(?<!\p{L})(?:(?:licen[cs]e|lic\.?|vehicle|car|dealer)[ ]tag|[A-Z]{2}[ ]tag)/u;
const otherTag =
  /(?:asset|dog|pet|price|git|image|name|ear|bag|luggage|html|docker|service|rfid|hash)[ _-]tag/iu;
const vehicleWords =
  /(?<!\p{L})(?:cars?|vans?|trucks?|lorry|pick-?up|sedan|saloon|hatchback|motorbike|motorcycle|ute|vehicles?|parked|parking|drivers?|drove|driving|keeper|towed|ford|vauxhall|corsa|astra|golf|vw|volkswagen|bmw|audi|toyota|honda|nissan|kia|hyundai|mercedes|tesla|fiesta|focus|transit|polo|skoda|peugeot|renault|fiat|volvo|mazda|jeep|chevrolet|chevy|dodge|ram|gmc|buick|cadillac|acura|infiniti|chrysler|subaru|lexus|altima|camry|civic|accord|corolla|prius|jetta|passat|sentra|elantra|sonata|malibu|impala|mustang|charger|wrangler|cherokee|explorer|escape|expedition|silverado|sierra|tahoe|suburban|tacoma|tundra|rav4|highlander|cr-?v|pilot|odyssey|outback|forester|f-?[123]50|suvs?|minivan|coupe|wagon|trailer|tow(?:ing|-?away)?|impound(?:ed)?|parking|permit|valet|hit[- ]and[- ]run|citation|land rover|range rover)(?!\p{L})/iu;
/** Codes with the form of a plate. */
const codeBefore =
  /(?<!\p{L})(?:codes?|ref(?:erence)?|catalogue|cat|model|sku|part|batch|lot|voucher|coupon|promo|order|booking|flight|serial|item|product|token|key|postcode|colou?r)(?:[ ]?(?:no|number|is|#))?[ \u00a0.:#-]{1,3}$/iu;
const ABOUT = 70;
/** States and provinces that stand beside a plate. */
const state =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|NSW|VIC|QLD|TAS|ACT|NT|SA';
/** “7ABC123 CA”, “ABC 1234 (TX)”, “TX ABC-1234”, “CA plate” */
const stateAfter = new RegExp(`^(?:[ ]|,[ ]?|[ ]?[(|/-][ ]?)(?:${state})(?![\\p{L}\\d]|[ ]\\d{5})`, 'u');
const stateBefore = new RegExp(`(?<![\\p{L}\\d])\\(?(?:${state})\\)?(?:[ ]|[ ]?[:,|/][ ]?|-)$`, 'u');
/** Plates that states give out, made by people at their wish left out. */
const americanForm =
  /^(?:[A-Z]{2,4}[ -]?\d{3,4}|[A-Z]{4}\d{2}|[A-Z]{2}\d{2}[A-Z]{2}|\d[A-Z]{2}[ -]?\d{3}|[A-Z]{3}[ -]?\d{2}[A-Z]{1,2}|\d{3,4}[ -]?[A-Z]{2,3}|\d[A-Z]{3}\d{3}|[A-Z]\d{2}[ -]?[A-Z]{3}|[A-Z]{3}[ -]?\d[A-Z]\d|[A-Z]{1,2}\d{1,2}[ -]?\d{2,3}[A-Z]|\d{2}[A-Z]{2,3}\d|\d{1,3}[ -]?[A-Z]{1,3}\d{1,3})$/;
/** What else has a number beside a state. */
const roadBefore =
  /(?<!\p{L})(?:highway|hwy|route|rte|road|rd|exit|mile|flight|gate|apt|unit|suite|po box|bay|lot|space|spot|stall|level|zone|model|engine|vin)[ ]?#?$/iu;

/** Plates of other countries in capitals: after a word that names them, and British ones by their form. */
export const findForeignPlates = findByPattern({
  type: 'VEHICLE_PLATE',
  pattern: new RegExp(
    `(?=[A-Z\\d])(?<![\\p{L}\\d./]|(?<!(?<![\\p{L}\\d])[A-Z]{2})-)(?:${british}|${indian}|${longer}|${any})(?![\\p{L}\\d-]|\\.\\d)`,
    'gu',
  ),
  judge: (candidate) => {
    const { text, start, end, label, document } = candidate;
    if (document.language === 'ru' || text.length < 4) return 0;
    const before = document.text.slice(Math.max(0, start - ABOUT), start);
    const around = (): string => before + document.text.slice(end, end + ABOUT);
    if (namedBefore.test(before)) return isYearAndName(text) ? 0 : confidence.stated;
    if (tagBefore.test(before) && !otherTag.test(before)) {
      const isOfVehicle = ownTag.test(before) || vehicleWords.test(around());
      return isOfVehicle || stateAfter.test(document.text.slice(end, end + 12)) ? confidence.stated : 0;
    }
    if (label === 'OTHER' || codeBefore.test(before)) return 0;
    return judgeForm(candidate, around) || judgeOfState(candidate, around);
  },
});

/** British and Indian plates have a form of their own. */
function judgeForm({ text, label }: Candidate, around: () => string): number {
  const isNamed = label === 'VEHICLE_PLATE';
  if (britishForm.test(text)) {
    if (isNamed || text.includes(' ')) return isNamed ? confidence.stated : confidence.formed;
    return vehicleWords.test(around()) ? confidence.likely : 0;
  }
  return indianForm.test(text) && (isNamed || vehicleWords.test(around())) ? confidence.shown : 0;
}

/** A state beside it, and vehicles are spoken of. */
function judgeOfState({ text, start, end, document }: Candidate, around: () => string): number {
  if (!americanForm.test(text)) return 0;
  const before = document.text.slice(Math.max(0, start - 12), start);
  const isOfState = stateAfter.test(document.text.slice(end, end + 12)) || stateBefore.test(before);
  return isOfState && !roadBefore.test(before) && vehicleWords.test(around()) ? confidence.formed : 0;
}

/** “plate: 2019 BMW” */
function isYearAndName(text: string): boolean {
  return /^(?:19|20)\d\d[ -]/.test(text);
}
