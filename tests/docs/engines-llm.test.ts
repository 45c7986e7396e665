import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { llmSchema, startLlm } from '@medley/llm';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';
import { ROOT } from './read-tables';

const service = { kind: 'llm', schema: llmSchema, start: startLlm } as const;

/** The blocks of a language in the section on language models. */
async function blocks(language: string): Promise<string[]> {
  const page = await readFile(join(ROOT, 'docs/engines.md'), 'utf8');
  const [, section = ''] = page.split(/^## Language models$/m);
  const [own = ''] = section.split(/^## /m);
  return [...own.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
}

async function modelsOf(worker: ServiceHarness): Promise<Record<string, string[]>> {
  const { ready, engines } = await worker.announcement();
  await worker.close();
  expect(ready).toBe(true);
  return Object.fromEntries(engines.map(({ name, models }) => [name, models]));
}

test('every command that starts Medley with a language model announces that model', async () => {
  const lines = (await blocks('sh'))
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.endsWith(' npm start'));
  expect(lines.length).toBeGreaterThanOrEqual(6);
  for (const line of lines) {
    const settings = line.split(' ').flatMap((word) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(word) ?? [];
      return name === undefined || value === undefined
        ? []
        : [[name, value.replace(/^\$\w+$/, 'sk-1')] as const];
    });
    const env = Object.fromEntries(settings);
    const known = Object.keys(llmSchema.describe().keys as object);
    expect(known).toEqual(expect.arrayContaining(Object.keys(env)));
    const worker = await startServiceHarness(service, env);
    await expect(modelsOf(worker)).resolves.toEqual({ default: env['LLM_MODEL']?.split(',') });
  }
});

test('the file of several providers is valid', async () => {
  const [file = ''] = await blocks('json');
  const directory = await mkdtemp(join(tmpdir(), 'medley-docs-'));
  await writeFile(join(directory, 'providers.json'), file);
  for (const key of ['openai', 'anthropic']) await writeFile(join(directory, `${key}.key`), 'sk-1\n');
  const worker = await startServiceHarness(service, {
    LLM_PROVIDERS_FILE: join(directory, 'providers.json'),
  });
  await expect(modelsOf(worker)).resolves.toEqual({
    openai: ['gpt-4o-mini', 'gpt-4o'],
    claude: ['claude-sonnet-4-5', 'claude-haiku-4-5'],
    home: ['qwen3:8b'],
  });
  await rm(directory, { recursive: true });
});
