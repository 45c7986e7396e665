import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy on 127.0.0.1 that records every byte a client sends: request lines, headers, bodies. */
export interface Wiretap {
  /** Address of the proxy, with the path of the target. */
  url: string;
  recorded(): Buffer;
  /** The secrets among the recorded bytes, in any encoding that a request may give them. */
  findLeaks(secrets: readonly string[]): string[];
  close(): Promise<void>;
}

export async function startWiretap(target: string): Promise<Wiretap> {
  const { hostname, port } = new URL(target);
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    [near, far].forEach(keep);
    near.on('data', (chunk: Buffer) => chunks.push(chunk));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tapped = new URL(target);
  tapped.port = String((server.address() as AddressInfo).port);
  const recorded = (): Buffer => Buffer.concat(chunks);
  return {
    url: tapped.href,
    recorded,
    findLeaks: (secrets) => secrets.filter((secret) => holds(recorded(), secret)),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Whether a secret is in the bytes: plain, in JSON or percent escapes, in base64, in another letter case. */
function holds(recorded: Buffer, secret: string): boolean {
  const unescaped = recorded
    .toString('utf8')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .toLowerCase();
  const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  if (spellings.some((spelling) => unescaped.includes(spelling.toLowerCase()))) return true;
  const isNumber = /^[\d\s()+-]+$/.test(secret);
  if (isNumber && unescaped.replace(/[\s()+-]/g, '').includes(secret.replace(/\D/g, ''))) return true;
  return inBase64(secret).some((part) => recorded.includes(part));
}

/** Shorter runs of base64 occur by chance. */
const BASE64_LEAST = 8;

/** A text within base64 at each of the three alignments, without the characters at the edges, which depend on the context. */
function inBase64(text: string): string[] {
  return [0, 1, 2]
    .map((shift) => {
      const coded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
      return coded.slice(shift === 0 ? 0 : 4, -4);
    })
    .filter((part) => part.length >= BASE64_LEAST);
}
