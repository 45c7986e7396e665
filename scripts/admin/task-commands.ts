import { taskStatuses, toCredits, type ListedTask } from '@medley/contracts';
import { knownAccount, type AdminAnswer, type AdminCommand, type AdminWork } from './admin-commands';
import { UsageError, type AdminOptions } from './admin-options';

const LIMIT_DEFAULT = '100';
const LIMIT_MAX = 1_000;

/** Commands about tasks. */
export const taskCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'task list',
    {
      does: 'list the tasks of an account, newest first',
      options: { account: 'ID', status: '[STATUS]', limit: '[N]', offset: '[N]' },
      read: listTasks,
    },
  ],
]);

function listTasks(options: AdminOptions): AdminWork {
  const id = options.text('account');
  const wanted = options.text('status', '');
  const status = taskStatuses.find((one) => one === wanted);
  if (wanted !== '' && !status) throw new UsageError(`--status must be one of: ${taskStatuses.join(', ')}`);
  const [limit, offset] = [options.whole('limit', LIMIT_DEFAULT), options.whole('offset', '0')];
  if (limit < 1 || limit > LIMIT_MAX) throw new UsageError(`--limit must be 1 to ${LIMIT_MAX}: ${limit}`);
  return async ({ accounts, tasks }) => {
    const account_id = knownAccount(await accounts.find(id), id).id;
    const { items, total } = await tasks.list({ account_id, status }, { limit, offset });
    return { tasks: items.map(showTask), total };
  };
}

/** Without texts, links and results: those are the account's. */
function showTask({
  id,
  status,
  steps,
  progress,
  error,
  cost,
  created_at,
  completed_at,
}: ListedTask): AdminAnswer {
  return {
    ...{ task_id: id, status, steps: steps.map(({ name }) => name).join(' '), progress },
    error: error?.code ?? null,
    charged: cost.settled ? toCredits(cost.charged) : null,
    created_at: created_at.toISOString(),
    completed_at: completed_at?.toISOString() ?? null,
  };
}
