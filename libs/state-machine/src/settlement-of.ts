import type { Task } from '@medley/contracts';
import type { Settlement } from '@medley/store';
import { chargesOf } from './charges-of';
import type { Rules } from './rules';

/**
 * What an ended task is charged. `reserved` is what was reserved at creation; of the extensions all that were requested count,
 * as the task may not know whether the last one was granted.
 */
export function settlementOf(task: Task, rules: Pick<Rules, 'prices'>): Settlement {
  const { account_id, id, cost, key_id = null, created_at, expires_at } = task;
  const { reserved, extensions, wanted, charged } = cost;
  const extended = extensions.reduce((sum, units) => sum + units, 0);
  const requested = extensions.length + (wanted === null ? 0 : 1);
  const money = { reserved: reserved - extended, extensions: requested, charged };
  return {
    ...{ account_id, task_id: id, key_id, created_at, expires_at },
    ...money,
    usage: chargesOf(task, rules),
  };
}
