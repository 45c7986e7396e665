import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'dev', 'dist', 'pii-spans', 'main.js');

interface Outcome {
  code: number | null;
  lines: string[];
  reports: string[];
  peakMb: number;
}

/** Run the command with standard input as given; chunks are written as fast as they are read. */
async function spansOf(pieces: Iterable<string | Buffer>): Promise<Outcome> {
  const child = spawn(process.execPath, [SCRIPT]);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let peakMb = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    const status = existsSync(`/proc/${child.pid}/status`)
      ? readFileSync(`/proc/${child.pid}/status`, 'utf8')
      : '';
    peakMb = Math.max(peakMb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  });
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const ended = once(child, 'close') as Promise<[number | null]>;
  for (const piece of pieces) if (!child.stdin.write(piece)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await ended;
  return { code, lines: linesOf(out), reports: linesOf(err), peakMb };
}

function linesOf(chunks: readonly Buffer[]): string[] {
  return Buffer.concat(chunks)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

const line = (id: unknown, text: unknown, rest: object = {}): string =>
  `${JSON.stringify({ id, text, ...rest })}\n`;
const mail = (id: string): string => line(id, 'пишите на ivan@example.com');
const found = (id: string): string => `{"id":"${id}","spans":[{"start":10,"end":26,"type":"EMAIL"}]}`;

describe('npm run pii:spans', () => {
  test('answers every line in order, offsets in UTF-16 units, the last without a line feed', async () => {
    const { code, lines, reports } = await spansOf([
      mail('a'),
      line(7, '😀😀 ivan@example.com', { lang: 'en' }),
      '\n\r\n',
      line('empty', '', { lang: null }),
      mail('z').trimEnd(),
    ]);
    expect(lines).toEqual([
      found('a'),
      '{"id":7,"spans":[{"start":5,"end":21,"type":"EMAIL"}]}',
      '{"id":"empty","spans":[]}',
      found('z'),
    ]);
    expect([code, reports]).toEqual([0, []]);
  });

  test.each([
    ['is not JSON', '{"id":"x","text":"Иван\n'],
    ['is not a JSON object', '["x"]\n'],
    ['is not a JSON object', 'null\n'],
    ['"text" is not a string', '{"id":"x"}\n'],
    ['"text" is not a string', line('x', 5)],
    ['"id" is not a string or a number', '{"text":"Иван"}\n'],
    ['"lang" is not a string', line('x', 'Иван', { lang: ['ru'] })],
    ['is not UTF-8', Buffer.from('{"id":"x","text":"\xed\xa0\x80"}\n', 'latin1')],
  ])('reports that a bad line %s, answers the others, and exits with 1', async (reason, bad) => {
    const { code, lines, reports } = await spansOf([mail('a'), bad, mail('b')]);
    expect(lines).toEqual([found('a'), found('b')]);
    expect(reports).toEqual([`line 2 ${reason}`]);
    expect(code).toBe(1);
  });

  test('accepts lone surrogates, NUL and control characters as characters of the text', async () => {
    const { code, lines } = await spansOf([line('\ud800', '\ud800\u0000\u0007 ivan@example.com \udfff')]);
    expect(lines).toEqual(['{"id":"\\ud800","spans":[{"start":4,"end":20,"type":"EMAIL"}]}']);
    expect(code).toBe(0);
  });

  test('accepts a line of 10 MB, and reports one that is longer than 64 MiB', async () => {
    const filling = 'слово и дело '.repeat(50_000);
    const endless = function* (): Generator<string> {
      yield mail('a');
      yield line('long', filling.repeat(8));
      yield '{"id":"endless","text":"';
      for (let sent = 0; sent < 80; sent += 1) yield filling;
      yield '"}\n';
      yield mail('b');
    };
    const { code, lines, reports } = await spansOf(endless());
    expect(lines).toEqual([found('a'), '{"id":"long","spans":[]}', found('b')]);
    expect(reports).toEqual(['line 3 is longer than 64 MiB']);
    expect(code).toBe(1);
  });

  test('reports the first hundred bad lines and counts the rest', async () => {
    const { reports } = await spansOf(['?\n'.repeat(250)]);
    expect(reports).toHaveLength(101);
    expect(reports.at(-1)).toBe('and 150 more');
  });

  test('answers each line as soon as it is received', async () => {
    const child = spawn(process.execPath, [SCRIPT]);
    child.stdin.write(mail('first'));
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect(answer.toString()).toBe(`${found('first')}\n`);
    child.stdin.end();
    await once(child, 'close');
  });

  test('waits for a stalled reader and exits without an error when the reader closes', async () => {
    const child = spawn(process.execPath, [SCRIPT]);
    const reports: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => reports.push(chunk));
    child.stdin.on('error', () => undefined);
    const many = mail('a').repeat(2_000);
    let accepted = 0;
    // Its output is not read, so it reads no more input once the pipes are full.
    while (child.stdin.write(many) || (await drained(child.stdin))) accepted += 1;
    expect(accepted).toBeLessThan(50);
    child.stdout.destroy();
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(Buffer.concat(reports).toString()).toBe('');
  });

  test('uses constant memory for any number of lines', async () => {
    const lines = function* (): Generator<string> {
      for (let n = 0; n < 400; n += 1) yield mail(`${n}`).repeat(100);
    };
    const { code, lines: answers, peakMb } = await spansOf(lines());
    expect([code, answers.length]).toEqual([0, 40_000]);
    expect(peakMb).toBeLessThan(220);
  });
});

/** Whether a stream accepts more data within a second. */
async function drained(stream: NodeJS.WritableStream): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  return once(stream, 'drain', { signal }).then(
    () => true,
    () => false,
  );
}
