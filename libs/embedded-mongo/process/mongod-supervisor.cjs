'use strict';

/**
 * Runs a `mongod` from the PATH for as long as the parent process lives: `mongod-supervisor.cjs <directory> <port>`. Sends
 * the same messages as embedded-mongo.cjs. A `mongod` that was started directly would outlive a killed parent.
 */
const { spawn } = require('node:child_process');
const { mkdirSync } = require('node:fs');
const net = require('node:net');

const [directory, wantedPort] = process.argv.slice(2);
const RETRY_MS = 50;

async function main() {
  const port = Number(wantedPort) || (await findFreePort());
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const args = ['--dbpath', directory, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet'];
  const server = spawn('mongod', args, { stdio: ['ignore', 'ignore', 'ignore'], detached: true });
  server.on('error', (error) => fail('load', error.message));
  server.on('exit', (code) => (isStopping ? process.exit(0) : fail('open', `mongod ended with ${code}`)));

  let isStopping = false;
  const stop = () => {
    isStopping = true;
    server.kill('SIGTERM');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  while (!isStopping && !(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  if (process.connected) process.send({ port });
}

function findFreePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function fail(failed, reason) {
  if (!process.connected) process.exit(1);
  process.send({ failed, reason }, () => process.exit(1));
}

void main();
