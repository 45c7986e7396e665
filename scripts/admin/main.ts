import { OperatorError } from '@medley/kit';
import { adminCommands, type AdminCommand } from './admin-commands';
import { AdminOptions, readAdminLine, UsageError } from './admin-options';
import { withStores } from './admin-stores';
import { helpLine, layOut, usage } from './admin-text';
import { operatorCommands } from './operator-commands';
import { taskCommands } from './task-commands';

const commands: ReadonlyMap<string, AdminCommand> = new Map([
  ...adminCommands,
  ...taskCommands,
  ...operatorCommands,
]);

/** `npm run -s admin -- <command>`: accounts, money and keys; queues and dead letters. Exit codes: 0 success, 1 failure, 2 wrong usage. */
async function main(args: readonly string[]): Promise<void> {
  const names = [...commands.values()].flatMap(({ options }) => Object.keys(options));
  const line = readAdminLine(args, names);
  if (line.isHelp) {
    process.stdout.write(usage(commands));
    return;
  }
  const command = commands.get(line.command);
  if (!command) throw new UsageError(line.command ? `unknown command: ${line.command}` : 'which command?');
  const unknown = Object.keys(line.options).find((name) => !Object.hasOwn(command.options, name));
  if (unknown !== undefined) throw new UsageError(`${line.command} has no option --${unknown}`);

  const work = command.read(new AdminOptions(line.options));
  const answer = await withStores(printError, ({ stores, ...dependencies }) => work(stores, dependencies));
  process.stdout.write(line.isJson ? `${JSON.stringify(answer)}\n` : layOut(answer));
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
