/** The rules over what the model finds; `npm run pii:rules` prints what each adds and costs. */
export const personRules = [
  'nameOfThing',
  'noEnglishName',
  'titled',
  'rows',
  'spread',
  'trim',
  'trimEnglish',
] as const;

export type PersonRule = (typeof personRules)[number];

/** Whether a rule is to be used. */
export type IsOn = (rule: PersonRule) => boolean;
