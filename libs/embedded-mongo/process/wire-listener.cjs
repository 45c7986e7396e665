'use strict';

const net = require('node:net');
const { WriteGate } = require('./write-gate.cjs');

const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_MSG = 2013;
/** The `maxMessageSizeBytes` in the server's `hello` reply. */
const MESSAGE_BYTES_MAX = 48_000_000;

/** Frames a reply like its request: drivers send OP_QUERY first, then OP_MSG. */
function frameReply(reply, responseTo) {
  const body = reply.legacy
    ? // flags (8: await capable), cursor id (8 bytes), starting from, number returned
      Buffer.from([8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    : // flags, then one section of kind 0
      Buffer.alloc(5);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + body.length + reply.response.length, 0);
  header.writeInt32LE(responseTo, 8);
  header.writeInt32LE(reply.legacy ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, body, reply.response]);
}

/** Splits a byte stream into messages, copying each byte at most once. */
class MessageSplitter {
  #chunks = [];
  #bytes = 0;

  push(chunk) {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  /** The next complete message, or null. @throws RangeError for an invalid length */
  next() {
    if (this.#bytes < HEADER_BYTES) return null;
    const length = this.#head().readInt32LE(0);
    if (length < HEADER_BYTES || length > MESSAGE_BYTES_MAX)
      throw new RangeError(`message of ${length} bytes`);
    if (this.#bytes < length) return null;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = all.length > length ? [all.subarray(length)] : [];
    this.#bytes = all.length - length;
    return all.subarray(0, length);
  }

  #head() {
    if (this.#chunks[0].length < HEADER_BYTES) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }
}

/** Serves one connection; its messages are processed in order. */
async function serve(socket, database, gate) {
  const splitter = new MessageSplitter();
  for await (const chunk of socket) {
    splitter.push(chunk);
    for (let message = splitter.next(); message; message = splitter.next()) {
      const reply = await gate.pass(message, socket, (one) => database.roundTrip(one));
      if (!reply.moreToCome) socket.write(frameReply(reply, message.readInt32LE(4)));
    }
  }
}

/**
 * Listens on a loopback port (0: any free one) and passes every message to the database. A message that it cannot parse
 * closes the connection, as in `mongod`.
 */
function listen(database, port) {
  const sockets = new Set();
  const gate = new WriteGate();
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      gate.leave(socket);
    });
    serve(socket, database, gate).catch(() => socket.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({
        port: server.address().port,
        close: () => {
          server.close();
          for (const socket of sockets) socket.destroy();
        },
      });
    });
  });
}

module.exports = { listen };
