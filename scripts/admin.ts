import { OperatorError } from '@medley/kit';
import { adminCommands } from './admin-commands';
import { AdminOptions, readAdminLine, UsageError } from './admin-options';
import { withStores } from './admin-stores';
import { layOut, usage } from './admin-text';

/** `npm run -s admin -- <command>`: accounts, money and keys. Exit codes: 0 done, 1 impossible, 2 not understood. */
async function main(args: readonly string[]): Promise<void> {
  const names = [...adminCommands.values()].flatMap(({ options }) => Object.keys(options));
  const line = readAdminLine(args, names);
  if (line.isHelp) {
    process.stdout.write(usage(adminCommands));
    return;
  }
  const command = adminCommands.get(line.command);
  if (!command) throw new UsageError(line.command ? `unknown command: ${line.command}` : 'which command?');
  const stranger = Object.keys(line.options).find((name) => !Object.hasOwn(command.options, name));
  if (stranger !== undefined) throw new UsageError(`${line.command} has no option --${stranger}`);

  const work = command.read(new AdminOptions(line.options));
  const answer = await withStores(tell, ({ stores, ...ports }) => work(stores, ports));
  process.stdout.write(line.isJson ? `${JSON.stringify(answer)}\n` : layOut(answer));
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof UsageError) {
    tell(`${error.message}\n\n${usage(adminCommands)}`);
    process.exit(2);
  }
  tell(error instanceof OperatorError ? error.message : String(error));
  // A connection that is still being tried must not keep the command alive.
  process.exit(1);
});
