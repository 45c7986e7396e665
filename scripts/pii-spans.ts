import { BadLine, spansOfLine } from './pii/spans-of-line';
import { splitLines, type InputLine } from './pii/split-lines';

const LINE_MIB = 64;
const COMPLAINTS_MAX = 100;

/**
 * Find personal data in JSON Lines: reads `{"id","text","lang"?}` a line on standard input and writes
 * `{"id","spans":[{"start","end","type"}]}` a line, in the same order, in step with its reader and in constant memory.
 * A line that cannot be answered is named on standard error and has no answer; the exit code is 1 then.
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
    if (reader.isGone()) break;
  }
  if (bad === 0) return;
  if (bad > COMPLAINTS_MAX) stderr.write(`and ${bad - COMPLAINTS_MAX} more\n`);
  process.exitCode = 1;
}

/** A reader that has had enough («| head») ends the work, and is no failure. */
function watchReader(): { gone: Promise<void>; isGone(): boolean } {
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      isGone = true;
      resolve();
      if (error.code === 'EPIPE') return;
      process.stderr.write(`standard output: ${error.message}\n`);
      process.exitCode = 1;
    });
  });
  return { gone, isGone: () => isGone };
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

void main();
