import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { takeFreePort } from '@medley/testing';
import { startBenchEnvironment, waitForHealth } from './bench-environment';
import { peakResidentMb, resetPeak, residentMb } from './resident-mb';

const GIB = 1_024 ** 3;
const CHUNK = Buffer.alloc(1_024 ** 2, 0x5a);
/** Bytes of the upload before the measured one: the code is compiled and the buffers exist then. */
const WARM_UP_BYTES = 256 * CHUNK.length;

export interface UploadFigures {
  before_mb: number;
  peak_mb: number;
  growth_mb: number;
  seconds: number;
}

interface Form {
  path: string;
  headers: Record<string, string>;
  head: string;
  tail: string;
}

const BOUNDARY = 'bench-boundary';
const forms: Record<'raw' | 'multipart', Form> = {
  raw: { path: '/uploads?filename=a.wav', headers: { 'content-type': 'audio/wav' }, head: '', tail: '' },
  multipart: {
    path: '/uploads',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    head: `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`,
    tail: `\r\n--${BOUNDARY}--\r\n`,
  },
};

/** Memory of a gateway while it receives 2 GiB in one request: what it used before, and its peak. */
export async function benchUpload(): Promise<Record<keyof typeof forms, UploadFigures>> {
  const bench = await startBenchEnvironment();
  try {
    const port = await takeFreePort();
    const gateway = `http://127.0.0.1:${port}`;
    const { pid = 0 } = bench.run('services/gateway/dist/main.js', {
      PORT: String(port),
      PUBLIC_URL: gateway,
      ASSUME_STEPS: 'fetch',
    });
    await waitForHealth(gateway);
    const measure = async (form: Form): Promise<UploadFigures> => {
      const send = (size: number): Promise<void> => upload(gateway, bench.apiKey, { form, size });
      await send(WARM_UP_BYTES);
      const before = await residentMb(pid);
      await resetPeak(pid);
      const started = performance.now();
      await send(2 * GIB);
      const seconds = (performance.now() - started) / 1_000;
      const peak = await peakResidentMb(pid);
      return { before_mb: before, peak_mb: peak, growth_mb: peak - before, seconds };
    };
    return { raw: await measure(forms.raw), multipart: await measure(forms.multipart) };
  } finally {
    await bench.stop();
  }
}

/** Send a WAV file of `size` bytes and delete it again. */
async function upload(gateway: string, apiKey: string, body: { form: Form; size: number }): Promise<void> {
  const { form, size } = body;
  const authorization = `Bearer ${apiKey}`;
  const headers = {
    ...form.headers,
    authorization,
    'content-length': String(size + form.head.length + form.tail.length),
  };
  const sent = request(`${gateway}/api/v1${form.path}`, { method: 'POST', headers, agent: false });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  const [{ status, text }] = await Promise.all([answered, pipeline(Readable.from(parts(form, size)), sent)]);
  if (status !== 201) throw new Error(`the upload was refused: ${status} ${text}`);
  const { data } = JSON.parse(text) as { data: { id: string; size: number } };
  if (data.size !== size) throw new Error(`${data.size} bytes arrived of ${size}`);
  await fetch(`${gateway}/api/v1/uploads/${data.id}`, { method: 'DELETE', headers: { authorization } });
}

function* parts(form: Form, size: number): Generator<Buffer> {
  if (form.head !== '') yield Buffer.from(form.head);
  const head = wavHead(size);
  yield head;
  for (let left = size - head.length; left > 0; left -= CHUNK.length)
    yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
  if (form.tail !== '') yield Buffer.from(form.tail);
}

/** The 44 bytes before the samples of a mono WAV file of 16 bits. */
function wavHead(size: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(size - 8, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(48_000, 24);
  head.writeUInt32LE(96_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(size - 44, 40);
  return head;
}
