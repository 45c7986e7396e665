import { startSmallModel, type SmallModel, type SmallModelOptions } from '../../../scripts/bench/small-model';
import { openWorkerLab, type StepTicket, type WorkerLab } from '../../../tests/support/worker-lab';
import { readPayload } from '@medley/blobs';
import type { LlmOutput } from '@medley/contracts';
import { llmService } from './llm-harness';

export interface LongTextHarness {
  model: SmallModel;
  lab: WorkerLab;
  send(text: string, options: object): Promise<StepTicket>;
  /** The output of a step that has to succeed, however large. */
  succeed(text: string, options: object): Promise<LlmOutput>;
  close(): Promise<void>;
}

/** The llm service with a model of a small context, which the service knows of unless told otherwise. */
export async function startLongTextHarness(
  options: SmallModelOptions,
  env: Record<string, string> = {},
): Promise<LongTextHarness> {
  const model = await startSmallModel(options);
  const lab = await openWorkerLab(llmService, {
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'small-model',
    LLM_CONTEXT_TOKENS: String(options.contextTokens),
    LLM_RETRY_MS: '10',
    ...env,
  });
  const send: LongTextHarness['send'] = async (text, stepOptions) => {
    const { size } = await lab.blobs.put('tasks/long/input.txt', Buffer.from(text));
    return lab.send({ text: { blob: 'tasks/long/input.txt', size } }, { ...languages, ...stepOptions });
  };
  return {
    model,
    lab,
    send,
    async succeed(text, stepOptions) {
      const report = await (await send(text, stepOptions)).finished;
      if (report.outcome !== 'completed') throw new Error(`the step failed: ${JSON.stringify(report.error)}`);
      return JSON.parse(await readPayload(lab.blobs, report.output)) as LlmOutput;
    },
    async close() {
      await lab.close();
      await model.close();
    },
  };
}

const languages = { language_in: 'ru', language_out: 'en' };

const enders = ['.', '!', '?'];

/** Paragraphs of numbered sentences, at least so many characters. */
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

/** What the small model makes of numbered sentences. */
export function translate(text: string): string {
  return text.replace(/Предложение номер (\d+) о бюджете/g, 'Sentence number $1 on the budget');
}

export function numbersIn(text: string): number[] {
  return [...text.matchAll(/(?:номер|number) (\d+)/g)].map(([, number]) => Number(number));
}
