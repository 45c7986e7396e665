export const cases = [
  'nominative',
  'genitive',
  'dative',
  'accusative',
  'instrumental',
  'prepositional',
] as const;
export type Case = (typeof cases)[number];
export type Gender = 'male' | 'female';
/** What a form agrees with; `plural`: a couple or a family, whatever the gender of each. */
export type Agreement = Gender | 'plural';

/** A case of a gender, or of the plural. */
export interface Form {
  agrees: Agreement;
  case: Case;
}

/** One way to read a word as a form of a name. Both names are folded. */
export interface Reading extends Form {
  /** Equal for all forms of a name: the full first name of a short one, the stem of a surname. */
  key: string;
  /** The nominative it is a form of: «маша» where the key is «мария». */
  base: string;
  /** How the name is declined; names of one paradigm are alike in all cases. */
  paradigm: string;
}

/** What a word does in a name. `suffix`: «мл.», “Jr”. */
export type NameRole = 'first' | 'patronymic' | 'surname' | 'initial' | 'particle' | 'suffix';
