import type { EntityType } from '@medley/contracts';
import { isCustomType, type CustomType } from '../own-rules/custom-type';
import { foldValue } from '../own-rules/fold-value';
import { writeValue } from '../text/spoken/write-value';
import { asWritten, lettersAndDigits } from './normalise';
import { registry } from './registry';

/** What is equal for two ways to write one value. */
export function valueKey(type: EntityType | CustomType, value: string): string {
  if (isCustomType(type)) return foldValue(value).characters;
  const { normalise = lettersAndDigits, traits } = registry[type];
  return normalise(writeValue(value, traits?.isTyped)) || asWritten(value);
}
