import { type SmallModel, type SmallModelOptions, startSmallModel } from '@medley/testing';
import { startServiceHarness, type StepTicket, type ServiceHarness } from '@medley/testing/worker';
import { readPayload } from '@medley/blobs';
import type { LlmOutput } from '@medley/contracts';
import { llmService } from './llm-harness';

export interface LongTextHarness {
  model: SmallModel;
  worker: ServiceHarness;
  send(text: string, options: object): Promise<StepTicket>;
  /** The output of a step that must succeed. */
  succeed(text: string, options: object): Promise<LlmOutput>;
  close(): Promise<void>;
}

/** The llm service with a stub model of a small context, which is configured by default. */
export async function startLongTextHarness(
  options: SmallModelOptions,
  env: Record<string, string> = {},
): Promise<LongTextHarness> {
  const model = await startSmallModel(options);
  const worker = await startServiceHarness(llmService, {
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'small-model',
    LLM_CONTEXT_TOKENS: String(options.contextTokens),
    LLM_RETRY_MS: '10',
    ...env,
  });
  const send: LongTextHarness['send'] = async (text, stepOptions) => {
    const { size } = await worker.blobs.put('tasks/long/input.txt', Buffer.from(text));
    return worker.send({ text: { blob: 'tasks/long/input.txt', size } }, { ...languages, ...stepOptions });
  };
  return {
    model,
    worker,
    send,
    async succeed(text, stepOptions) {
      const report = await (await send(text, stepOptions)).finished;
      if (report.outcome !== 'completed') throw new Error(`the step failed: ${JSON.stringify(report.error)}`);
      return JSON.parse(await readPayload(worker.blobs, report.output)) as LlmOutput;
    },
    async close() {
      await worker.close();
      await model.close();
    },
  };
}

const languages = { language_in: 'ru', language_out: 'en' };

const enders = ['.', '!', '?'];

/** Paragraphs of numbered sentences, with a minimum number of characters. */
export function numberedText(characters: number): string {
  const paragraphs: string[] = [];
  let length = 0;
  for (let sentence = 1; length < characters;) {
    const count = 1 + ((sentence * 7) % 11);
    const lines = Array.from({ length: count }, () => {
      const number = sentence++;
      return `Предложение номер ${number} о бюджете${enders[number % 3]}`;
    });
    paragraphs.push(lines.join(' '));
    length += lines.join(' ').length + 2;
  }
  return paragraphs.map((paragraph, index) => paragraph + (index % 5 === 0 ? '\n\n\n' : '\n\n')).join('');
}

/** The answer of the stub model to numbered sentences. */
export function translate(text: string): string {
  return text.replace(/Предложение номер (\d+) о бюджете/g, 'Sentence number $1 on the budget');
}

export function numbersIn(text: string): number[] {
  return [...text.matchAll(/(?:номер|number) (\d+)/g)].map(([, number]) => Number(number));
}
