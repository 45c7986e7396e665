import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnableCopy } from '../src/runnable-copy';

test('a program without the executable bit is copied once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'medley-copy-'));
  const original = join(directory, 'ffmpeg');
  await writeFile(original, '#!/bin/sh\nexit 0\n', { mode: 0o644 });
  const copy = await runnableCopy(original, join(directory, 'bin'));
  expect(copy).not.toBe(original);
  expect((await stat(copy)).mode & 0o777).toBe(0o700);
  expect(await readFile(copy, 'utf8')).toBe(await readFile(original, 'utf8'));
  expect(await runnableCopy(original, join(directory, 'bin'))).toBe(copy);
  expect(await runnableCopy(copy, join(directory, 'bin'))).toBe(copy);
  await rm(directory, { recursive: true });
});
