import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceHarness } from '@medley/testing/worker';
import { llmService } from './llm-harness';
import { numberedText, startLongTextHarness, type LongTextHarness } from './long-text-harness';

const shipped = join(__dirname, '..', 'templates');
const text = numberedText(30_000);
let directory: string;
let long: LongTextHarness | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-templates-'));
  await cp(shipped, directory, { recursive: true });
});
afterEach(async () => {
  await long?.close();
  long = undefined;
  await rm(directory, { recursive: true });
});

const write = (name: string, words: string): Promise<void> => writeFile(join(directory, `${name}.md`), words);
const open = async (): Promise<LongTextHarness> =>
  (long = await startLongTextHarness(
    { contextTokens: 4_096, answer: ({ stage }) => `an answer to a ${stage}` },
    { LLM_TEMPLATES_DIR: directory },
  ));

describe('a template of the operator', () => {
  test('has sections for chunks and for the notes', async () => {
    const head = '\uFEFF---\r\nlong: map-reduce # notes first\r\noverlap: 0\r\n---\r\n';
    await write(
      'topics',
      [
        `${head}Find topics.`,
        '--- part ---',
        'This is part {{part}} of {{parts}} of a longer text in {{language_in}}.',
        '--- reduce ---',
        'It was too long to be read at once.',
      ].join('\n'),
    );
    const harness = await open();
    await harness.succeed(text, { template: 'topics' });

    const { calls } = harness.model;
    const parts = calls.filter(({ stage }) => stage === 'part');
    expect(parts.length).toBeGreaterThan(2);
    for (const { system, place } of parts) {
      expect(system).toMatch(/^Find topics\.\n\n/);
      expect(system).toContain(
        `\n\nThis is part ${place?.part} of ${parts.length} of a longer text in Russian.\n\n`,
      );
    }
    expect(calls.at(-1)?.system).toMatch(/^Find topics\.\n\nIt was too long to be read at once\.\n\n/);
  });

  test('without a head processes long text as the shipped template does', async () => {
    await write('summary', 'Sum it up in {{language_out}}.');
    await write('translate', 'Translate.');
    const harness = await open();
    await harness.succeed(text, { template: 'summary' });
    const stages = harness.model.calls.map(({ stage }) => stage);
    expect(new Set(stages)).toEqual(new Set(['part', 'reduce']));

    const { text: joined } = await harness.succeed(text, { template: 'translate' });
    expect(joined).toMatch(/^(an answer to a part\n+| )+/);
    expect(new Set(harness.model.calls.slice(stages.length).map(({ stage }) => stage))).toEqual(
      new Set(['part']),
    );
  });

  test('may refuse long text, which the worker announces', async () => {
    await write('sentiment', '---\nlong: none\n---\nJudge.');
    const harness = await open();
    await expect(harness.worker.announcement()).resolves.toMatchObject({
      long_inputs: { sentiment: 'none', summary: 'map-reduce', translate: 'join' },
      engines: [{ context_tokens: { 'small-model': 4_096 } }],
    });
    const { finished } = await harness.send(text, { template: 'sentiment' });
    await expect(finished).resolves.toMatchObject({
      error: {
        code: 'TEXT_TOO_LONG',
        message: expect.stringMatching(/this template cannot .*: summary, (?!.*sentiment)/),
      },
    });
  });

  test('may start with a line that is not a head', async () => {
    await write('title', '----\nA title in {{language_out}}.');
    const harness = await open();
    await harness.succeed('Коротко.', { template: 'title' });
    expect(harness.model.calls[0]?.system).toMatch(/^----\nA title in English\./);
  });

  test.each([
    ['---\nlong: sometimes\n---\nx', /topics\.md has a fault in its head: "long" must be one of/],
    ['---\nlong: join\noverlap: 2\n---\nx', /topics\.md has a fault in its head: "overlap" is not allowed/],
    ['---\nlong: [\n---\nx', /topics\.md has a head that is no YAML/],
    ['---\nfoo: 1\n---\nx', /topics\.md has a fault in its head: "foo" is not allowed/],
    ['---\n- long\n---\nx', /topics\.md has a fault in its head: .*must be of type object/],
    ['---\nlong: join\nTranslate.', /topics\.md has a head that is not closed/],
    ['---\nlong: join\n---\n', /topics\.md is empty/],
    ['x\n--- reduce ---\n', /topics\.md has an empty section reduce/],
    ['x\n--- map ---\ny', /topics\.md has a section map, which/],
    ['---\nlong: join\n---\nx\n--- reduce ---\ny', /section reduce, which a template with long: join/],
    ['x\n--- part ---\ny\n--- part ---\nz', /topics\.md has two sections part/],
    ['x {{part}}', /topics\.md uses the unknown variable part/],
    ['x\n--- part ---\n{{constructor}}', /topics\.md uses the unknown variable constructor/],
  ])('prevents the start when it is %j, with the name of the file', async (words, message) => {
    await write('topics', words);
    await expect(startServiceHarness(llmService, { LLM_TEMPLATES_DIR: directory })).rejects.toThrow(message);
  });
});

test('the shipped templates define how long text is processed', async () => {
  const files = [
    'summary',
    'minutes',
    'action-items',
    'title',
    'topics',
    'sentiment',
    'translate',
    'clean-up',
  ];
  for (const name of files) {
    const words = await readFile(join(shipped, `${name}.md`), 'utf8');
    expect(words).toMatch(/^---\nlong: (map-reduce|join)\n[\s\S]*\n--- part ---\n/);
  }
});
