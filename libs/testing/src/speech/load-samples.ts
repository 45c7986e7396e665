import { spawn } from 'node:child_process';

/** The samples of any media file, 16 kHz and mono, from -1 to 1. */
export async function loadSamples(ffmpeg: string, path: string): Promise<Float32Array> {
  const shape = ['-f', 's16le', '-ac', '1', '-ar', '16000', '-'];
  const child = spawn(ffmpeg, ['-nostdin', '-v', 'error', '-i', path, ...shape], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`ffmpeg cannot read ${path}`);
  const bytes = Buffer.concat(parts);
  return Float32Array.from(
    { length: bytes.length >> 1 },
    (_, index) => bytes.readInt16LE(index * 2) / 32_768,
  );
}
