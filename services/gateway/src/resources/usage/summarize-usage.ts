import { toCredits } from '@medley/contracts';
import type { UsageCell } from '@medley/store';
import type { UsageGroup } from './usage-requests';

/** Amounts of settled tasks. */
export interface UsageAmounts {
  tasks: number;
  minutes: number;
  characters: number;
  tokens: number;
  credits: number;
}

/** A row of the usage: of a day, a kind of step, or a key; null: unknown. */
export interface UsageRow extends UsageAmounts {
  group: string | null;
}

const SECONDS = 60;
const THOUSANDTHS = 1_000;

/** Rows in the order of their groups, and the total of the whole tasks. */
export function summarizeUsage(
  cells: readonly UsageCell[],
  groupBy: UsageGroup,
): { items: UsageRow[]; total: UsageAmounts } {
  const groups = new Map<string | null, UsageCell[]>();
  for (const cell of cells) {
    if (groupBy === 'step' && cell.step === null) continue;
    const group = { day: cell.day, step: cell.step, key: cell.key_id }[groupBy];
    const found = groups.get(group);
    if (found) found.push(cell);
    else groups.set(group, [cell]);
  }
  const items = [...groups]
    .sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1))
    .map(([group, members]) => ({ group, ...amountsOf(members, groupBy === 'step') }));
  return { items, total: amountsOf(cells, false) };
}

/** Tasks and credits are those of whole tasks, unless steps are asked for. */
function amountsOf(cells: readonly UsageCell[], isStep: boolean): UsageAmounts {
  const counted = isStep ? cells : cells.filter(({ step }) => step === null);
  const sum = (some: readonly UsageCell[], pick: (cell: UsageCell) => number): number =>
    some.reduce((total, cell) => total + pick(cell), 0);
  const minutes = sum(cells, ({ media_seconds }) => media_seconds) / SECONDS;
  return {
    tasks: sum(counted, ({ tasks }) => tasks),
    minutes: Math.round(minutes * THOUSANDTHS) / THOUSANDTHS,
    characters: sum(cells, ({ characters }) => characters),
    tokens: sum(cells, ({ tokens }) => tokens),
    credits: toCredits(sum(counted, ({ charged }) => charged)),
  };
}
