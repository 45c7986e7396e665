import type { AdminAnswer, AdminCommand } from './admin-commands';

/** Format an answer for a terminal: one value per line, lists as tables, credits with 4 decimals. */
export function layOut(answer: AdminAnswer): string {
  const blocks = Object.entries(answer).map(([name, value]) =>
    Array.isArray(value) ? table(value as AdminAnswer[]) : `${title(name).padEnd(16)}${show(name, value)}`,
  );
  return `${blocks.join('\n')}\n`;
}

function table(rows: readonly AdminAnswer[]): string {
  const [first] = rows;
  if (!first) return '(none)';
  const names = Object.keys(first);
  const lines = [names.map(title), ...rows.map((row) => names.map((name) => show(name, row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `webhook_secret` → `Webhook secret` */
function title(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function show(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  const isMoney = ['balance', 'reserved', 'charged'].includes(name);
  return isMoney && typeof value === 'number' ? value.toFixed(4) : String(value);
}

const PROGRAM = 'npm run -s admin --';

/** One line of help after a mistake: the usage of the command that was meant, else where the list of all is. */
export function helpLine(args: readonly string[], commands: ReadonlyMap<string, AdminCommand>): string {
  const words = args.slice(0, args.findIndex((arg) => arg.startsWith('-')) >>> 0);
  const command = commands.get(words.join(' '));
  if (!command) return `all commands: ${PROGRAM} --help`;
  return `usage: ${PROGRAM} ${synopsis(words.join(' '), command)} [--json]`;
}

function synopsis(name: string, { options }: AdminCommand): string {
  const words = Object.entries(options).map(([option, value]) => {
    if (value === '') return `[--${option}]`;
    return value.startsWith('[') ? `[--${option} ${value.slice(1)}` : `--${option} ${value}`;
  });
  return [name, ...words].join(' ');
}

/** The usage text: one command per line. */
export function usage(commands: ReadonlyMap<string, AdminCommand>): string {
  const lines = [...commands].map(([name, command]) => `  ${synopsis(name, command)}\n      ${command.does}`);
  return [
    `usage: ${PROGRAM} <command> [--json]`,
    '',
    ...lines,
    '',
    'The database is the one of MONGO_URL, else the one in DATA_DIR (./data), with or without a running `npm start`.',
    'Credits have up to 4 decimals. --json prints one JSON object.',
    '',
  ].join('\n');
}
