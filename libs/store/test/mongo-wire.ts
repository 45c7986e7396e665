import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { mongo } from 'mongoose';

const { deserialize, serialize } = mongo.BSON;
const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_MSG = 2013;
/** Where the document of a message begins: behind the fields of its operation. */
const documentAt: Readonly<Record<number, number>> = {
  [OP_REPLY]: HEADER_BYTES + 20,
  [OP_MSG]: HEADER_BYTES + 5,
};

type Reply = Record<string, unknown>;

/** A proxy of a MongoDB server that reads the commands of clients and may change what the server says of itself. */
export interface MongoWire {
  url: string;
  /** Every command that was sent, in order, without its payload. */
  commands: readonly Reply[];
  stop(): Promise<void>;
}

/** `asReplicaSet`: the replies to `hello` are those of the only member, the primary, of a replica set. */
export async function startMongoWire(
  target: string,
  { asReplicaSet }: { asReplicaSet: boolean },
): Promise<MongoWire> {
  const { hostname, port, pathname } = new URL(target);
  const commands: Reply[] = [];
  const sockets = new Set<Socket>();
  let host = '';
  const member = (): Reply => ({
    ...{
      setName: 'rs0',
      setVersion: 1,
      hosts: [host],
      primary: host,
      me: host,
      isWritablePrimary: true,
      secondary: false,
    },
  });
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((one) => one.destroy()));
    }
    splitMessages(near, (message) => {
      if (message.readInt32LE(12) === OP_MSG) commands.push(documentOf(message));
      far.write(message);
    });
    splitMessages(far, (message) => near.write(asReplicaSet ? rewriteHello(message, member()) : message));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    // The server behind it is none: it refuses the transaction numbers of retryable writes.
    url: `mongodb://${host}${pathname}?retryWrites=false`,
    commands,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Calls `onMessage` with each whole message of the wire protocol; its first four bytes are its length. */
function splitMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}

function documentOf(message: Buffer): Reply {
  const start = documentAt[message.readInt32LE(12)] ?? HEADER_BYTES;
  return deserialize(message.subarray(start, start + message.readInt32LE(start)));
}

function rewriteHello(message: Buffer, member: Reply): Buffer {
  const start = documentAt[message.readInt32LE(12)];
  if (start === undefined) return message;
  const reply = documentOf(message);
  if (!('maxWireVersion' in reply)) return message;
  const document = serialize({ ...reply, ...member });
  const changed = Buffer.concat([message.subarray(0, start), document]);
  changed.writeInt32LE(changed.length, 0);
  return changed;
}
