import { OperatorError } from '@medley/kit';
import { adminCommands, type AdminAnswer, type AdminCommand } from './admin-commands';
import { AdminOptions, readAdminLine, UsageError } from './admin-options';
import { openPlace, withStores, type AdminPlace } from './admin-stores';
import { helpLine, layOut, usage } from './admin-text';
import { dataCommands } from './data-commands';
import { keyCommands } from './key-commands';
import { operatorCommands } from './operator-commands';
import { taskCommands } from './task-commands';

const commands: ReadonlyMap<string, AdminCommand> = new Map([
  ...adminCommands,
  ...taskCommands,
  ...operatorCommands,
  ...dataCommands,
  ...keyCommands,
]);

/** `npm run -s admin -- <command>`: accounts, money and keys; queues and dead letters. Exit codes: 0 success, 1 failure, 2 wrong usage. */
async function main(args: readonly string[]): Promise<void> {
  const known = Object.assign({}, ...[...commands.values()].map(({ options }) => options)) as Record<
    string,
    string
  >;
  const line = readAdminLine(args, known);
  if (line.isHelp) {
    process.stdout.write(usage(commands));
    return;
  }
  const command = commands.get(line.command);
  if (!command) throw new UsageError(line.command ? `unknown command: ${line.command}` : 'which command?');
  const unknown = Object.keys(line.options).find((name) => !Object.hasOwn(command.options, name));
  if (unknown !== undefined) throw new UsageError(`${line.command} has no option --${unknown}`);

  const begin = prepare(command, new AdminOptions(line.options));
  const answer = await begin(openPlace(printError));
  process.stdout.write(line.isJson ? `${JSON.stringify(answer)}\n` : layOut(answer));
}

/** Read the options before anything is connected. */
function prepare(command: AdminCommand, options: AdminOptions): (place: AdminPlace) => Promise<AdminAnswer> {
  if ('readDirect' in command) return command.readDirect(options);
  const work = command.read(options);
  return (place) => withStores(place, ({ stores, ...dependencies }) => work(stores, dependencies));
}

function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

const args = process.argv.slice(2);
main(args).catch((error: unknown) => {
  if (error instanceof UsageError) {
    printError(`${error.message}\n${helpLine(args, commands)}`);
    process.exit(2);
  }
  printError(error instanceof OperatorError ? error.message : String(error));
  // A pending connection attempt must not keep the process alive.
  process.exit(1);
});
