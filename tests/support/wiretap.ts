import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy on this machine that keeps every byte a client sends: request lines, headers, bodies. */
export interface Wiretap {
  /** The tapped address, with the path of the target. */
  url: string;
  heard(): Buffer;
  /** The given texts that went through, in any spelling that a request may give them. */
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
  const heard = (): Buffer => Buffer.concat(chunks);
  return {
    url: tapped.href,
    heard,
    findLeaks: (secrets) => secrets.filter((secret) => holds(heard(), secret)),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Whether a secret is in the bytes: plain, in JSON or percent escapes, in base64, in another letter case. */
function holds(heard: Buffer, secret: string): boolean {
  const unescaped = heard
    .toString('utf8')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .toLowerCase();
  const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  if (spellings.some((spelling) => unescaped.includes(spelling.toLowerCase()))) return true;
  const isNumber = /^[\d\s()+-]+$/.test(secret);
  if (isNumber && unescaped.replace(/[\s()+-]/g, '').includes(secret.replace(/\D/g, ''))) return true;
  return inBase64(secret).some((part) => heard.includes(part));
}

/** Less than this of base64 may stand there by chance. */
const BASE64_LEAST = 8;

/** What a text looks like within base64, at each of the three places it may begin; its edges depend on what is around. */
function inBase64(text: string): string[] {
  return [0, 1, 2]
    .map((shift) => {
      const coded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
      return coded.slice(shift === 0 ? 0 : 4, -4);
    })
    .filter((part) => part.length >= BASE64_LEAST);
}
