import { access, constants, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf } from '@medley/kit';
import { findProgram, runProcess } from '@medley/step-worker';

/** Paths of PocketSphinx; those that are not given are searched for in the usual directories. */
export interface PocketsphinxPaths {
  program?: string;
  /** The directory that contains `en-us`. */
  models?: string;
}

/** An installation of PocketSphinx: the program and its English model. */
export interface Pocketsphinx {
  program: string;
  acousticModel: string;
  languageModel: string;
  dictionary: string;
  /** Version 0.8 removes silence by default, which shifts the word timestamps; version 5 has no such option. */
  removesSilence: boolean;
}

/** Exists in version 0.8 (Debian) and version 5. */
const PROGRAM = 'pocketsphinx_batch';
const SYSTEM_MODELS = ['/usr/share/pocketsphinx/model', '/usr/local/share/pocketsphinx/model'];
const CHECK_MS = 10_000;

/** Finds PocketSphinx, or the reason (for operators) why it cannot be used. */
export async function findPocketsphinx(
  paths: PocketsphinxPaths,
): Promise<{ found: Pocketsphinx } | { reason: string }> {
  const program = paths.program ?? (await findProgram(PROGRAM));
  if (program === null)
    return { reason: `the program ${PROGRAM} is not installed (Debian: apt install pocketsphinx)` };
  const directories = paths.models === undefined ? await modelDirectories(program) : [paths.models];
  for (const directory of directories) {
    const files = modelFiles(directory);
    const readable = await Promise.all(Object.values(files).map(isReadable));
    if (!readable.includes(false)) return checkProgram(program, files);
  }
  return {
    reason:
      'the English model of PocketSphinx is not installed (Debian: apt install pocketsphinx-en-us); ' +
      `searched in ${directories.join(', ')}`,
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

/** Next to the program first, where Homebrew and builds from source install the models. */
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

/** Runs the program without arguments, upon which it lists its options and exits. */
async function checkProgram(
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
      timeLimitMs: CHECK_MS,
      onStdoutLine: keep,
      onStderrLine: keep,
    });
  } catch (error) {
    return { reason: messageOf(error) };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
  if (!options.includes('-ctm')) return { reason: `${program} is no supported version of PocketSphinx` };
  return { found: { program, ...files, removesSilence: options.includes('-remove_silence') } };
}
