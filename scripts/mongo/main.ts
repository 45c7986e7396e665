import { environment, OperatorError } from '@medley/kit';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { parseArgs } from 'node:util';

const USAGE = 'usage: npm run -s mongo -- [--port N] [--data DIR]\n';

/** The embedded MongoDB alone: prints one line when it is ready, ends on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const engine = await startEmbeddedMongo({
    ...options,
    onProgress: (text) => process.stderr.write(`${text}\n`),
  });
  const stop = (): void => {
    engine.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.stdout.write(`mongodb://127.0.0.1:${engine.port} ready\n`);
}

function readOptions(): { dataDir: string; port: number } | null {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string', default: '27017' }, data: { type: 'string' } },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return null;
    return { port, dataDir: values.data ?? environment()['DATA_DIR'] ?? './data' };
  } catch {
    return null;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof OperatorError ? `${error.message}\n` : `${String(error)}\n`);
  process.exitCode = 1;
});
