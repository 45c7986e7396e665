import type { Column } from './columns';

/** A column of the token itself, or of one at most two before or behind it. */
export type Term = Column | `${Column}${'-2' | '-1' | '+1' | '+2'}`;

/** What the model looks at: a feature is a combination of columns, and exists where all of them do. */
export const features: readonly (readonly Term[])[] = [
  ['always'],
  ['lineLength', 'linePlace', 'shape'],
  ['lineLength', 'linePlace', 'lexicon'],
  ['documentCase', 'shape'],
  ['gluedBefore', 'shape'], ['gluedBehind', 'shape'], ['gluedBefore', 'gluedBehind', 'shape'],

  ['word'], ['word-1'], ['word+1'], ['word-2'], ['word+2'],
  ['stem'], ['stem-1'], ['stem+1'],

  ['shape'], ['shape-1', 'shape'], ['shape', 'shape+1'], ['shape-1', 'shape', 'shape+1'],
  ['shape-2', 'shape-1', 'shape'], ['shape', 'shape+1', 'shape+2'],

  ['lexicon'], ['lexicon', 'shape'], ['lexicon-1'], ['lexicon+1'], ['lexicon-2'], ['lexicon+2'],
  ['lexicon-1', 'lexicon'], ['lexicon', 'lexicon+1'],
  ['lexicon-1', 'shape-1', 'shape'], ['lexicon+1', 'shape+1', 'shape'],

  ['cluster1000', 'shape'], ['cluster250', 'shape'], ['cluster60', 'shape'],
  ['cluster250', 'shape-1'], ['cluster250', 'shape+1'],
  ['cluster250-1', 'cluster250'], ['cluster250', 'cluster250+1'], ['opens', 'shape', 'cluster60'],
  ['cluster1000-1'], ['cluster250-1'], ['cluster250-1', 'shape'],
  ['cluster1000+1'], ['cluster250+1'], ['cluster250+1', 'shape'],

  ['opens', 'shape'], ['opens', 'shape', 'lexicon'], ['seen', 'shape'], ['seen', 'lexicon', 'shape'],

  ['last1'], ['last2'], ['last3'], ['last4'], ['last5'],
  ['last2', 'case', 'lexicon'], ['last3', 'case', 'lexicon'], ['last4', 'case', 'lexicon'],
  ['first1'], ['first2'], ['first3'], ['first4'],
  ['length', 'shape'], ['script', 'shape'], ['isPatronymic', 'shape'], ['isSurname', 'shape', 'opens'],
  ['isHyphenated', 'shape', 'lexicon'],

  ['capitalTail1-1', 'capitalTail1', 'lexicon-1', 'lexicon'], ['capitalTail2-1', 'capitalTail2'],
  ['tail2-1', 'shape'], ['tail3-1', 'lexicon'], ['isWord-1', 'hints-1', 'hints', 'shape'],
  ['stem-1', 'case'], ['stem+1', 'case'], ['tail2+1', 'shape'], ['tail3+1'], ['isWord+1', 'hints+1', 'hints', 'shape'],

  ['thing', 'shape'], ['thing', 'lexicon'], ['thing-1', 'shape'], ['thing+1', 'shape'],
  ['supersense', 'shape'], ['supersense-1', 'shape'], ['supersense+1', 'shape'], ['supersense+2', 'shape'],
  ['gazetteer'], ['gazetteer', 'shape'], ['gazetteer-1', 'shape'], ['gazetteer+1', 'shape'],
]; // prettier-ignore
