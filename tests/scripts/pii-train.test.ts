import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const COMMAND = join(__dirname, '../../scripts/dev/dist/pii-train/main.js');
const ROOT = join(__dirname, '../..');

let place: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'medley-pii-train-'));
  await mkdir(join(place, 'texts'));
});

afterEach(async () => {
  await rm(place, { recursive: true, force: true });
});

async function train(...args: string[]): Promise<{ code: number; said: string }> {
  const all = [COMMAND, '--own-only', '--plain', '--texts', join(place, 'texts'), ...args];
  return run(process.execPath, all, { cwd: ROOT }).then(
    ({ stderr }) => ({ code: 0, said: stderr }),
    (error: unknown) => {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, said: stderr };
    },
  );
}

async function write(file: string, ...records: string[]): Promise<void> {
  await writeFile(join(place, 'texts', file), records.join('\n%%\n'));
}

const letters = [
  'Здравствуйте, меня зовут ⟦Пётр Зайцев⟧, пишу из Перми.',
  'Прошу позвать ⟦Анну Лебедеву⟧ к телефону.',
  'Склад закрыт до понедельника, Пермь и Тверь ждут машин.',
  'Отвечает ⟦Е. Ким⟧: всё отправлено.',
];

test('the same texts give the same weights, byte for byte', async () => {
  await write('ru-letters.txt', ...letters);
  const outputs = ['once', 'again'].map((name) => join(place, name));
  for (const output of outputs) {
    await mkdir(output);
    expect(await train('--language', 'ru', '--to', output)).toMatchObject({ code: 0 });
  }
  const [once, again] = await Promise.all(outputs.map((output) => readFile(join(output, 'ru.bin'))));
  expect(once?.equals(again ?? Buffer.alloc(0))).toBe(true);
});

test('other texts give other weights', async () => {
  await write('ru-letters.txt', ...letters);
  await train('--language', 'ru', '--to', place);
  const before = await readFile(join(place, 'ru.bin'));
  await write('ru-more.txt', 'Вчера приходил ⟦Олег⟧.');
  await train('--language', 'ru', '--to', place);
  expect(before.equals(await readFile(join(place, 'ru.bin')))).toBe(false);
});

test('cross-validation scores each text by a model of the others and writes the figures', async () => {
  await write(
    'en-letters.txt',
    'I met ⟦Ann Lee⟧.',
    'Call ⟦Bob⟧ now.',
    'We are closed.',
    'Ask ⟦Tom Hill⟧.',
    'Thanks, ⟦Eve⟧',
  );
  const file = join(place, 'found.jsonl');
  const { code, said } = await train(
    '--check',
    '--language',
    'en',
    '--folds',
    '2',
    '--to',
    place,
    '--predictions',
    file,
  );
  expect({ code, said }).toMatchObject({
    code: 0,
    said: expect.stringMatching(/own-en .*F1 \d\.\d{3}/) as string,
  });
  const figures = JSON.parse(await readFile(join(place, 'cross-validation.json'), 'utf8')) as object;
  expect(figures).toHaveProperty('own-en.leak');
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(5);
});

test('a mark that is not closed is named with its file and record', async () => {
  await write('ru-letters.txt', ...letters, 'Здравствуйте, ⟦Пётр');
  expect(await train('--language', 'ru', '--to', place)).toMatchObject({
    code: 1,
    said: expect.stringContaining('ru-letters.txt#5') as string,
  });
});

test('a missing set of texts is reported', async () => {
  const { code, said } = await train('--to', place);
  expect(code).toBe(1);
  expect(said).toContain('no texts to train ru on');
});
