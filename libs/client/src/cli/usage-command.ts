import type { UsageAmounts, UsageRequest } from '../types/usage';
import { choiceOption, textOption, type Command, type CommandCall, type CommandResult } from './command';
import { formatTable } from './format-table';

const groups = ['day', 'step', 'key'] as const;

/** What the account has used. */
export const usageCommand: Command = {
  usage: 'usage [--from DAY] [--to DAY] [--group-by day|step|key]',
  summary: 'Show tasks, minutes, characters, tokens and credits, by default of the last 30 days.',
  takes: { min: 0, max: 0 },
  options: { from: { type: 'string' }, to: { type: 'string' }, 'group-by': { type: 'string' } },
  help: [
    '--from DAY         the first day (UTC): 2026-11-01',
    '--to DAY           the last day, included; default today',
    `--group-by WHAT    ${groups.join(', ')}; default day`,
  ],
  run: showUsage,
};

async function showUsage(call: CommandCall): Promise<CommandResult> {
  const [from, to] = [textOption(call, 'from'), textOption(call, 'to')];
  const groupBy = choiceOption(call, 'group-by', groups);
  const request: UsageRequest = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(groupBy && { group_by: groupBy }),
  };
  const usage = await call.medley.usage(request);
  const rows = usage.items.map(({ group, ...amounts }) => [group ?? 'unknown', ...cellsOf(amounts)]);
  const head = [usage.group_by.toUpperCase(), 'TASKS', 'MINUTES', 'CHARACTERS', 'TOKENS', 'CREDITS'];
  return { document: usage, text: formatTable([head, ...rows, ['total', ...cellsOf(usage.total)]], true) };
}

function cellsOf({ tasks, minutes, characters, tokens, credits }: UsageAmounts): string[] {
  return [String(tasks), minutes.toFixed(1), String(characters), String(tokens), credits.toFixed(4)];
}
