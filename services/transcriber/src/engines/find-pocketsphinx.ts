import { access, constants, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf } from '@medley/kit';
import { findProgram, runProcess } from '@medley/step-worker';

/** Where to look; what is not given is looked for where packages put it. */
export interface PocketsphinxPaths {
  program?: string;
  /** The directory that has `en-us` in it. */
  models?: string;
}

/** A program of PocketSphinx and the files of its English model. */
export interface Pocketsphinx {
  program: string;
  acousticModel: string;
  languageModel: string;
  dictionary: string;
  /** Version 0.8 drops silence by itself, which moves the times of words; version 5 has no such option any more. */
  dropsSilence: boolean;
}

/** Both Debian's 0.8 and version 5 have it. */
const PROGRAM = 'pocketsphinx_batch';
const SYSTEM_MODELS = ['/usr/share/pocketsphinx/model', '/usr/local/share/pocketsphinx/model'];
const TRIAL_MS = 10_000;

/** What is installed, or why the engine cannot work, in words for an operator. */
export async function findPocketsphinx(
  places: PocketsphinxPaths,
): Promise<{ found: Pocketsphinx } | { reason: string }> {
  const program = places.program ?? (await findProgram(PROGRAM));
  if (program === null)
    return { reason: `the program ${PROGRAM} is not installed (Debian: apt install pocketsphinx)` };
  const directories = places.models === undefined ? await modelDirectories(program) : [places.models];
  for (const directory of directories) {
    const files = modelFiles(directory);
    const isThere = await Promise.all(Object.values(files).map(isReadable));
    if (!isThere.includes(false)) return tryProgram(program, files);
  }
  return {
    reason:
      'the English model of PocketSphinx is not installed (Debian: apt install pocketsphinx-en-us); ' +
      `looked in ${directories.join(', ')}`,
  };
}

type ModelFiles = Pick<Pocketsphinx, 'acousticModel' | 'languageModel' | 'dictionary'>;

function modelFiles(directory: string): ModelFiles {
  const english = join(directory, 'en-us');
  return {
    acousticModel: join(english, 'en-us'),
    languageModel: join(english, 'en-us.lm.bin'),
    dictionary: join(english, 'cmudict-en-us.dict'),
  };
}

/** Beside the program first: that is where an own build or Homebrew puts it. */
async function modelDirectories(program: string): Promise<string[]> {
  const real = await realpath(program).catch(() => program);
  return [...new Set([join(dirname(dirname(real)), 'share/pocketsphinx/model'), ...SYSTEM_MODELS])];
}

async function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** Without arguments the program lists its options and ends. */
async function tryProgram(
  program: string,
  files: ModelFiles,
): Promise<{ found: Pocketsphinx } | { reason: string }> {
  const cwd = await mkdtemp(join(tmpdir(), 'medley-pocketsphinx-'));
  let options = '';
  const keep = (line: string): void => {
    options += `${line}\n`;
  };
  try {
    await runProcess({
      command: program,
      args: [],
      cwd,
      signal: new AbortController().signal,
      timeLimitMs: TRIAL_MS,
      onStdoutLine: keep,
      onStderrLine: keep,
    });
  } catch (error) {
    return { reason: messageOf(error) };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
  if (!options.includes('-ctm')) return { reason: `${program} is no PocketSphinx that we know` };
  return { found: { program, ...files, dropsSilence: options.includes('-remove_silence') } };
}
