import type { CustomType } from './custom-type';

/** What an own rule has found, in UTF-16 offsets. */
export interface OwnSpan {
  type: CustomType;
  start: number;
  end: number;
}
