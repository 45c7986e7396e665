import { BadLine, spansOfLine } from './spans-of-line';
import { splitLines, type InputLine } from './split-lines';
import { runMain } from '../run-main';

const LINE_MIB = 64;
const COMPLAINTS_MAX = 100;

/**
 * Find personal data in JSON Lines: reads `{"id","text","lang"?}` a line on standard input and writes
 * `{"id","spans":[{"start","end","type"}]}` a line, in the same order, with back-pressure and in constant memory.
 * An invalid line is reported on standard error and has no answer; the exit code is then 1.
 */
async function main(): Promise<void> {
  const { stdin, stdout, stderr } = process;
  let bad = 0;
  const complain = (number: number, reason: string): void => {
    bad += 1;
    if (bad <= COMPLAINTS_MAX) stderr.write(`line ${number} ${reason}\n`);
  };
  const reader = watchReader();
  for await (const lines of splitLines(stdin, LINE_MIB * 2 ** 20)) {
    const answers = lines.flatMap((line) => answer(line, complain));
    if (answers.length === 0) continue;
    const isFull = !stdout.write(`${answers.join('\n')}\n`);
    if (isFull) await Promise.race([new Promise((resolve) => stdout.once('drain', resolve)), reader.gone]);
    if (reader.hasEnded()) break;
  }
  if (bad === 0) return;
  if (bad > COMPLAINTS_MAX) stderr.write(`and ${bad - COMPLAINTS_MAX} more\n`);
  process.exitCode = 1;
}

/** A reader that closes the pipe (`| head`) ends the work without an error. */
function watchReader(): { gone: Promise<void>; hasEnded(): boolean } {
  let hasEnded = false;
  const gone = new Promise<void>((resolve) => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      hasEnded = true;
      resolve();
      if (error.code === 'EPIPE') return;
      process.stderr.write(`standard output: ${error.message}\n`);
      process.exitCode = 1;
    });
  });
  return { gone, hasEnded: () => hasEnded };
}

function answer({ number, bytes }: InputLine, complain: (number: number, reason: string) => void): string[] {
  if (bytes === null) {
    complain(number, `is longer than ${LINE_MIB} MiB`);
    return [];
  }
  try {
    const found = spansOfLine(bytes);
    return found === null ? [] : [found];
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    complain(number, error.message);
    return [];
  }
}

runMain(main);
