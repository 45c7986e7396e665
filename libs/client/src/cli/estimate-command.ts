import type { TaskEstimate } from '../types/account';
import type { StepRequest } from '../types/steps';
import { textOption, UsageError, type Command, type CommandCall, type CommandResult } from './command';
import { readInput } from './read-input';

/** What a task would cost. */
export const estimateCommand: Command = {
  usage: 'estimate URL|FILE|- --steps NAMES | --pipeline ID',
  summary: 'Show what a task would cost and whether each step can run now; creates nothing.',
  options: {
    steps: { type: 'string' },
    pipeline: { type: 'string' },
    prompt: { type: 'string' },
    template: { type: 'string' },
  },
  help: [
    '--steps NAMES      for example fetch,transcribe,llm: each takes the result of the one before',
    '--pipeline ID      a template of yours or of the system instead',
    '--prompt TEXT      the instruction for llm steps',
    '--template NAME    a preset prompt for llm steps',
  ],
  run: estimate,
};

async function estimate(call: CommandCall): Promise<CommandResult> {
  const steps = textOption(call, 'steps');
  const pipeline_id = textOption(call, 'pipeline');
  const [prompt, template] = [textOption(call, 'prompt'), textOption(call, 'template')];
  if (!steps && !pipeline_id) throw new UsageError('estimate needs --steps or --pipeline.');
  const isLink = /^https?:\/\//i.test(call.argument);
  const found = await call.medley.tasks.validate({
    ...(isLink ? { url: call.argument } : { input: await readInput(call) }),
    ...(steps && { steps: steps.split(',').map((name) => ({ name }) as StepRequest) }),
    ...(pipeline_id && { pipeline_id }),
    ...(prompt && { prompt }),
    ...(template && { template }),
  });
  return { document: found, text: show(found) };
}

function show({ cost, available }: TaskEstimate): string {
  const reasons = new Map(
    available.map(({ step, ok, reason }) => [step, ok ? '' : (reason ?? 'not available')]),
  );
  const lines = cost.by_step.map(({ id, estimate: credits }) =>
    `  ${id.padEnd(16)}${credits.toFixed(4).padStart(10)}  ${reasons.get(id) ?? ''}`.trimEnd(),
  );
  return [...lines, `  ${'reserved'.padEnd(16)}${cost.reserved.toFixed(4).padStart(10)}`].join('\n');
}
