import { stepKinds, type StepKind } from '@medley/contracts';
import { OperatorError } from '@medley/kit';
import {
  knownAccount,
  knownTariff,
  showAccount,
  type AdminAnswer,
  type AdminCommand,
  type AdminWork,
} from './admin-commands';
import { UsageError, type AdminOptions } from './admin-options';

const LETTERS_DEFAULT = '100';
const ALL = 'all';

/** Commands for the running system; the gateways and the orchestrator act on what they write. */
export const operatorCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'account suspend',
    {
      does: 'let an account begin no new work; what runs ends',
      options: { account: 'ID' },
      read: (options) => suspend(options, true),
    },
  ],
  [
    'account resume',
    {
      does: 'end the suspension of an account',
      options: { account: 'ID' },
      read: (options) => suspend(options, false),
    },
  ],
  [
    'account tariff',
    { does: 'change the tariff of an account', options: { account: 'ID', tariff: 'T' }, read: changeTariff },
  ],
  [
    'queues',
    { does: 'show by kind of step what waits, runs and is paused', options: {}, read: () => showQueues },
  ],
  [
    'kind pause',
    {
      does: 'let no worker take steps of a kind; tasks wait',
      options: { kind: 'KIND' },
      read: (options) => pause(options, true),
    },
  ],
  [
    'kind resume',
    { does: 'end the pause of a kind', options: { kind: 'KIND' }, read: (options) => pause(options, false) },
  ],
  [
    'dead-letters list',
    { does: 'list messages that could not be handled', options: { limit: '[N]' }, read: listLetters },
  ],
  [
    'dead-letters retry',
    {
      does: 'run again what a dead letter, or all of them, stopped',
      options: { id: `ID|${ALL}` },
      read: retryLetters,
    },
  ],
  ['dead-letters drop', { does: 'forget a dead letter', options: { id: 'ID' }, read: dropLetter }],
]);

function suspend(options: AdminOptions, suspended: boolean): AdminWork {
  const id = options.text('account');
  return async ({ accounts }) => showAccount(knownAccount(await accounts.change(id, { suspended }), id));
}

function changeTariff(options: AdminOptions): AdminWork {
  const [id, wanted] = [options.text('account'), options.text('tariff')];
  return async ({ accounts }) => {
    const tariff = await knownTariff(wanted);
    return showAccount(knownAccount(await accounts.change(id, { tariff }), id));
  };
}

const showQueues: AdminWork = async ({ overview, pauses }) => {
  const paused = new Map((await pauses.list()).map(({ kind, paused_at }) => [kind, paused_at]));
  const { kinds, isPartial } = await overview.kinds();
  const queues = kinds.map(({ kind, waiting, running, oldest_waiting_at }) => ({
    ...{ kind, waiting, running },
    oldest_waiting_at: oldest_waiting_at?.toISOString() ?? null,
    paused_at: paused.get(kind)?.toISOString() ?? null,
  }));
  return { queues, partial: isPartial };
};

function pause(options: AdminOptions, paused: boolean): AdminWork {
  const kind = readKind(options.text('kind'));
  return async ({ pauses }): Promise<AdminAnswer> => {
    await (paused ? pauses.pause(kind) : pauses.resume(kind));
    return { kind, paused };
  };
}

function readKind(name: string): StepKind {
  const kind = stepKinds.find((one) => one === name);
  if (kind) return kind;
  throw new UsageError(`--kind must be one of: ${stepKinds.join(', ')}`);
}

function listLetters(options: AdminOptions): AdminWork {
  const limit = options.whole('limit', LETTERS_DEFAULT);
  return async ({ deadLetters }) => {
    const letters = await deadLetters.list(null, limit);
    const shown = letters.map(({ first_at, last_at, retry_at, ...rest }) => ({
      ...rest,
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
      retry_at: retry_at?.toISOString() ?? null,
    }));
    return { dead_letters: shown, total: await deadLetters.count() };
  };
}

/** A gateway does it, within seconds when one runs. */
function retryLetters(options: AdminOptions): AdminWork {
  const id = options.text('id');
  return async ({ deadLetters }) => {
    const retried = await deadLetters.requestRetry(id === ALL ? ALL : { id });
    if (retried === 0 && id !== ALL)
      throw new OperatorError(`No dead letter that can be retried has the id ${id}.`);
    return { retried };
  };
}

function dropLetter(options: AdminOptions): AdminWork {
  const id = options.text('id');
  return async ({ deadLetters }) => {
    if (!(await deadLetters.drop(id))) throw new OperatorError(`No dead letter has the id ${id}.`);
    return { id, dropped: true };
  };
}
