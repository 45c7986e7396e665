import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobStore, readPayload } from '@medley/blobs';
import { createMemoryBroker, type Broker } from '@medley/broker';
import { permitWork } from '@medley/testing/worker';
import type { LlmOutput, StepFinished, StepInput } from '@medley/contracts';
import { createLogger, Health, Lifecycle, loadConfig } from '@medley/kit';
import { llmSchema, startLlm } from '@medley/llm';
import { Registry } from 'prom-client';
import { type ModelCall, startSmallModel } from '@medley/testing';

const CONTEXT_TOKENS = 8_192;
const CHARACTERS = 300_000;
const SENTENCES = Math.ceil(CHARACTERS / 'Предложение номер 0000. '.length);

/** The llm service on 300,000 characters; a stub model of 8,192 tokens translates each sentence without errors. */
export async function benchLongText(): Promise<Record<string, number>> {
  const model = await startSmallModel({ contextTokens: CONTEXT_TOKENS, answer });
  const directory = await mkdtemp(join(tmpdir(), 'medley-bench-'));
  const logger = createLogger('bench', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
  const lifecycle = new Lifecycle(logger);
  const broker = createMemoryBroker({ logger });
  await permitWork(broker);
  try {
    const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'none' }, logger);
    const env = {
      AMQP_URL: 'amqp://unused',
      DATA_DIR: directory,
      LLM_BASE_URL: model.url,
      LLM_CONTEXT_TOKENS: String(CONTEXT_TOKENS),
    };
    const config = loadConfig(llmSchema, env);
    const facts = { name: 'llm', instance: 'bench', health: new Health(), metrics: new Registry() };
    await startLlm({ ...facts, config, logger, lifecycle }, { broker, blobs });
    const text = longText();
    const { size } = await blobs.put('tasks/bench/input.txt', Buffer.from(text));
    const input = { text: { blob: 'tasks/bench/input.txt', size } };
    const run = async (template: string): Promise<{ text: string; calls: ModelCall[]; seconds: number }> => {
      const [startedAt, before] = [performance.now(), model.calls.length];
      const report = await runStep(broker, input, { template, language_in: 'ru', language_out: 'en' });
      if (report.outcome !== 'completed') throw new Error(`${template} failed: ${report.error.message}`);
      const output = JSON.parse(await readPayload(blobs, report.output)) as LlmOutput;
      const seconds = (performance.now() - startedAt) / 1_000;
      return { text: output.text, calls: model.calls.slice(before), seconds };
    };
    const translated = await run('translate');
    const summed = await run('summary');
    return {
      characters: text.length,
      'translate: parts': translated.calls.length,
      'translate: sentences lost, duplicated or moved': misplaced(translated.text),
      'translate: is the text exactly': translated.text === translate(text) ? 1 : 0,
      'translate: seconds': translated.seconds,
      'summary: parts': summed.calls.filter(({ stage }) => stage === 'part').length,
      'summary: rounds of answers': summed.calls.filter(({ stage }) => stage === 'reduce').length,
      'summary: sentences unread':
        SENTENCES - new Set(summed.calls.flatMap((call) => numbersIn(call.text))).size,
      'requests beyond the context': model.refused(),
    };
  } finally {
    await lifecycle.stop();
    await broker.close();
    await model.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function runStep(broker: Broker, input: StepInput, options: object): Promise<StepFinished> {
  let finish: (report: StepFinished) => void = () => undefined;
  const finished = new Promise<StepFinished>((resolve) => (finish = resolve));
  const handlers = {
    'step.finished': (report: StepFinished) => finish(report),
    'step.alive': () => Promise.resolve(),
  };
  const consumer = await broker.consume('orchestrator', handlers, { prefetch: 10 });
  const ids = { task_id: randomUUID(), step_id: 'llm', kind: 'llm', attempt: 1 } as const;
  const deadline = new Date(Date.now() + 600_000).toISOString();
  await broker.publish('step.run', {
    ...ids,
    deadline_at: deadline,
    input,
    options: JSON.stringify(options),
  });
  const report = await finished;
  await consumer.stop();
  return report;
}

/** Numbered sentences in paragraphs of one to nine sentences. */
function longText(): string {
  const sentences = Array.from({ length: SENTENCES }, (_, index) => `Предложение номер ${index}.`);
  return sentences.map((one, index) => one + (index % 10 === index % 9 ? '\n\n' : ' ')).join('');
}

function answer({ system, stage, text }: ModelCall): string {
  if (system.startsWith('You are a translator')) return translate(text);
  return stage === 'part' ? `Notes from sentence ${numbersIn(text)[0]} on.` : 'A summary.';
}

function translate(text: string): string {
  return text.replace(/Предложение номер (\d+)\./g, 'Sentence number $1.');
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/(?:номер|number) (\d+)\./g)].map(([, number]) => Number(number));
}

/** Number of sentences that are out of order. */
function misplaced(text: string): number {
  const numbers = numbersIn(text);
  return Math.abs(numbers.length - SENTENCES) + numbers.filter((number, index) => number !== index).length;
}
