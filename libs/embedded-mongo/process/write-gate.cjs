'use strict';

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** The opcode is the last field of the header; the body begins with 4 bytes of flags and the kind of its first section. */
const OPCODE_OFFSET = 12;
const SECTION_OFFSET = HEADER_BYTES + 4;
/** Within a section: its kind, the length of the document, the type of its first element, then the element's name. */
const NAME_OFFSET = SECTION_OFFSET + 1 + 4 + 1;

/** Commands that change data or collections. */
const writes = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'findandmodify',
  'bulkWrite',
  'create',
  'createIndexes',
  'dropIndexes',
  'drop',
  'dropDatabase',
  'renameCollection',
  'collMod',
]);
/** The element `lock: true` of a document. */
const LOCK = Buffer.from('\x08lock\0\x01', 'latin1');
/** The document `{ ok: 1.0 }`. */
const OK = Buffer.from('11000000016f6b00000000000000f03f00', 'hex');

/** The name of the command of a message: the name of the first element of its document. */
function commandOf(message) {
  if (message.readInt32LE(OPCODE_OFFSET) !== OP_MSG || message[SECTION_OFFSET] !== 0) return null;
  const end = message.indexOf(0, NAME_OFFSET);
  return end === -1 ? null : message.toString('latin1', NAME_OFFSET, end);
}

/**
 * `fsync` with `lock: true` and `fsyncUnlock`, as in `mongod`: the engine has the commands, but its lock keeps nothing from
 * writing. While the gate is closed, writes wait and reads pass. It opens when the connection that closed it ends.
 */
class WriteGate {
  #owner = null;
  #running = 0;
  #waiting = [];
  #whenIdle = [];

  /** Passes a message of a connection to `next` when the gate permits it; resolves with the reply. */
  async pass(message, connection, next) {
    const command = commandOf(message);
    if (command === 'fsync' && message.includes(LOCK)) return this.#close(connection);
    if (command === 'fsyncUnlock') return this.#open();
    if (!writes.has(command)) return next(message);
    while (this.#owner !== null) await new Promise((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      return await next(message);
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  /** The connection has ended. */
  leave(connection) {
    if (this.#owner === connection) this.#open();
  }

  /** Answers when no write is under way. */
  async #close(connection) {
    while (this.#owner !== null) await new Promise((resolve) => this.#waiting.push(resolve));
    this.#owner = connection;
    if (this.#running > 0) await new Promise((resolve) => this.#whenIdle.push(resolve));
    return { response: OK, legacy: false, moreToCome: false };
  }

  #open() {
    this.#owner = null;
    for (const resolve of this.#waiting.splice(0)) resolve();
    return { response: OK, legacy: false, moreToCome: false };
  }
}

module.exports = { WriteGate };
