import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeBeeps, verboseJsonOf } from './beep-speech';

/** A stub of an OpenAI-compatible transcription server that decodes beeps from the audio it receives. */
export interface BeepEngine {
  /** Ends in `/v1`. */
  url: string;
  /** Number of requests received. */
  requestCount(): number;
  close(): Promise<void>;
}

export async function startBeepEngine(): Promise<BeepEngine> {
  let requestCount = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      void new Response(new Uint8Array(Buffer.concat(parts)), { headers }).formData().then(async (form) => {
        requestCount += 1;
        const wav = Buffer.from(await (form.get('file') as File).arrayBuffer());
        const answer = verboseJsonOf(decodeBeeps(wav), (wav.length - 44) / 32_000);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requestCount: () => requestCount,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
