import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const NXDOMAIN = 3;
type RecordType = keyof typeof TYPES;

/** Records of a name by type; null answers NXDOMAIN. `times` counts earlier queries for the same name and type. */
export type DnsZone = (name: string, times: number) => Partial<Record<RecordType, string[]>> | null;

export interface DnsServer {
  /** `address:port` */
  address: string;
  stop(): Promise<void>;
}

/** Starts a name server on 127.0.0.1 over UDP; all TTLs are 0. */
export async function startDnsServer(zone: DnsZone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const queries = new Map<string, number>();
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query);
    const key = `${name} ${type}`;
    const times = queries.get(key) ?? 0;
    queries.set(key, times + 1);
    const records = zone(name, times);
    const found = Object.entries(records ?? {}).flatMap(([kind, values]) =>
      kind === 'CNAME' || TYPES[kind as RecordType] === type
        ? values.map((value) => record(kind as RecordType, value))
        : [],
    );
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(records ? 0x8180 : 0x8180 | NXDOMAIN, 2);
    head.writeUInt16BE(found.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...found]), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** A resource record whose name is a compression pointer to the question. */
function record(type: RecordType, value: string): Buffer {
  const data = type === 'CNAME' ? encodeName(value) : Buffer.from(addressBytes(value));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TYPES[type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** Expects IPv6 addresses without `::`, in eight groups. */
function addressBytes(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number);
  return address.split(':').flatMap((group) => {
    const value = parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
