import { parseArgs } from 'node:util';
import { isUsageError, OperatorError } from '@medley/kit';
import { catalogue } from './catalogue';
import { engineRow } from './engine-row';
import { listModels } from './list-models';
import { pullModel } from './pull-model';

const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';
const DIRECTORY = 'data/models';
const USAGE = `Models for speech recognition in this machine.
  npm run models -- list              what there is
  npm run models -- pull NAME …       download, verify, unpack; a broken download is gone on with
  npm run models -- show              the row of ASR_ENGINES_FILE for the models that are here
Options: --to DIR where models are kept (${DIRECTORY}), --from URL another place with the same releases
`;

/** `npm run models`. Exit codes: 0 success, 1 failure, 2 wrong usage. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, from: { type: 'string' } },
  });
  const [command, ...names] = positionals;
  const directory = values.to ?? DIRECTORY;
  if (command === 'list' && names.length === 0) process.stdout.write(listModels(directory));
  else if (command === 'show' && names.length === 0) show(directory);
  else if (command === 'pull' && names.length > 0) {
    await pull(names, { directory, from: (values.from ?? RELEASES).replace(/\/$/, '') });
  } else {
    process.stderr.write(USAGE);
    return 2;
  }
  return 0;
}

async function pull(names: readonly string[], where: { directory: string; from: string }): Promise<void> {
  const rows = names.map((name) => {
    const row = catalogue.find((one) => one.name === name);
    if (row) return row;
    throw new OperatorError(`no model ${name}; there are ${catalogue.map((one) => one.name).join(', ')}`);
  });
  for (const row of rows)
    await pullModel({ ...where, row, onMessage: (text) => process.stderr.write(`${text}\n`) });
  show(where.directory);
}

function show(directory: string): void {
  const row = engineRow(directory);
  if (row === null) {
    process.stderr.write(
      `\n${directory} has no model that recognises speech yet: see npm run models -- list\n`,
    );
    return;
  }
  process.stderr.write('\nFor the file that ASR_ENGINES_FILE names, as one element of its array:\n');
  process.stdout.write(`${JSON.stringify(row, null, 2)}\n`);
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    process.stderr.write(isUsageError(error) ? `${words}\n\n${USAGE}` : `${words}\n`);
    process.exitCode = isUsageError(error) ? 2 : 1;
  },
);
