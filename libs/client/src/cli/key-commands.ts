import type { Key, KeyBudgetRequest, KeyChangeRequest, KeyRole, NewKeyRequest } from '../types/keys';
import {
  choiceOption,
  textOption,
  UsageError,
  type Command,
  type CommandCall,
  type CommandResult,
} from './command';
import { formatTable } from './format-table';

const roles: readonly KeyRole[] = ['owner', 'tasks', 'read'];
const periods: readonly KeyBudgetRequest['period'][] = ['day', 'month'];

/** The API keys of the account. */
export const keysCommand: Command = {
  usage: 'keys [list | create | change ID | disable ID | enable ID | delete ID]',
  summary: 'List, make and change the API keys of the account; needs the key of an owner.',
  takes: { min: 0, max: 2 },
  options: {
    name: { type: 'string' },
    role: { type: 'string' },
    expires: { type: 'string' },
    budget: { type: 'string' },
  },
  help: [
    '--name TEXT        what the key is for',
    `--role ROLE        ${roles.join(', ')}; default of a new key: tasks`,
    '--expires TIME     2027-01-31T12:00:00Z; with change also: never',
    '--budget AMOUNT    credits a day or month: 50/day, 1000/month; with change also: none',
  ],
  run: (call) => {
    const action = call.argument === '' ? 'list' : call.argument;
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw new UsageError(`keys has no ${action}; it has ${Object.keys(actions).join(', ')}.`);
    return run(call);
  },
};

const actions: Readonly<Record<string, (call: CommandCall) => Promise<CommandResult>>> = {
  list: async ({ medley }) => {
    const page = await medley.keys.list({ limit: 100 });
    return { document: page, text: tableOf(page.items) };
  },
  create: async (call) => {
    const key = await call.medley.keys.create(newKeyOf(call));
    call.tell('This secret is shown once:');
    return { document: key, text: key.secret };
  },
  change: (call) => change(call, changesOf(call)),
  disable: (call) => change(call, { active: false }),
  enable: (call) => change(call, { active: true }),
  delete: async (call) => {
    const key = await call.medley.keys.delete(idOf(call));
    return { document: key, text: `deleted ${key.id}` };
  },
};

async function change(call: CommandCall, changes: KeyChangeRequest): Promise<CommandResult> {
  const key = await call.medley.keys.change(idOf(call), changes);
  return { document: key, text: tableOf([key]) };
}

function idOf({ second }: CommandCall): string {
  if (second === undefined) throw new UsageError('Name the id of the key; medley keys lists them.');
  return second;
}

function newKeyOf(call: CommandCall): NewKeyRequest {
  const [name, expires] = [textOption(call, 'name'), textOption(call, 'expires')];
  const role = choiceOption(call, 'role', roles);
  const budget = textOption(call, 'budget');
  return {
    ...(name !== undefined && { name }),
    ...(role && { role }),
    ...(expires !== undefined && { expires_at: expires }),
    ...(budget !== undefined && { budget: readBudget(budget) }),
  };
}

function changesOf(call: CommandCall): KeyChangeRequest {
  const [name, expires] = [textOption(call, 'name'), textOption(call, 'expires')];
  const role = choiceOption(call, 'role', roles);
  const budget = textOption(call, 'budget');
  return {
    ...(name !== undefined && { name }),
    ...(role && { role }),
    ...(expires !== undefined && { expires_at: expires === 'never' ? null : expires }),
    ...(budget !== undefined && { budget: budget === 'none' ? null : readBudget(budget) }),
  };
}

function readBudget(text: string): KeyBudgetRequest {
  const [amount = '', unit] = text.split('/');
  const period = periods.find((one) => one === unit);
  const credits = Number(amount);
  if (amount === '' || Number.isNaN(credits) || !period) {
    throw new UsageError('--budget must be credits for a day or a month: 50/day, 1000/month.');
  }
  return { credits, period };
}

function tableOf(keys: readonly Key[]): string {
  const rows = keys.map((key) => [
    key.id,
    `…${key.last4}`,
    key.role,
    stateOf(key),
    key.budget ? `${key.budget.spent}/${key.budget.credits} a ${key.budget.period}` : '',
    key.name ?? '',
  ]);
  return formatTable([['ID', 'KEY', 'ROLE', 'STATE', 'BUDGET', 'NAME'], ...rows]);
}

function stateOf({ active, expires_at }: Key): string {
  if (!active) return 'inactive';
  return expires_at === null ? 'active' : `until ${expires_at}`;
}
