import { confidence } from '../../document/match';
import type { EntityType } from '@medley/contracts';
import type { GroupedRule } from '../../document/find-grouped';

const SERIES_AND_NUMBER = 10;
/** Four digits, then six, as people split them; none of them is a date. */
const lengths = /^(?:4|22|1111)(?:6|33|222|111111)$/;

/** A series of four digits and a number of six behind the word for their paper, in any signs between. */
export function seriesGroups(type: EntityType): GroupedRule {
  return {
    counts: [SERIES_AND_NUMBER],
    judge: (grouped) =>
      lengths.test(grouped.lengths.join('')) && grouped.label === type ? confidence.shown : 0,
  };
}
