import type { Task, TaskStep } from '../types/task';
import type { TaskListRequest, TaskRequest } from '../types/requests';
import { textOption, UsageError, type Command, type CommandCall, type CommandResult } from './command';
import { readInput } from './read-input';

/** Commands for existing tasks. */
export const taskCommands: Readonly<Record<'run' | 'list' | 'watch' | 'get' | 'cancel' | 'retry', Command>> =
  {
    run: {
      usage: 'run FILE|-',
      summary:
        'Create the task of a JSON document, the body of POST /tasks, and wait for it; - reads standard input.',
      options: {},
      help: [],
      run,
    },
    list: {
      usage: 'list [--status STATUS] [--step STEP] [-q TEXT] [--limit N]',
      summary: 'List tasks, the newest first.',
      options: {
        status: { type: 'string' },
        step: { type: 'string' },
        query: { type: 'string', short: 'q' },
        limit: { type: 'string' },
      },
      takes: { min: 0, max: 0 },
      help: [
        '--status STATUS    pending, completed or failed',
        '--step STEP        tasks with this step: fetch, transcode, transcribe, …',
        '-q, --query TEXT   the beginning of the id or of the filename',
        '--limit N          1 to 100; default 20',
      ],
      run: list,
    },
    watch: {
      usage: 'watch ID',
      summary: 'Wait for a task to end.',
      options: {},
      help: [],
      run: async (call) => show(await call.waitForEnd(call.argument)),
    },
    get: {
      usage: 'get ID',
      summary: 'Show a task; exits with 0 whatever became of it.',
      options: {},
      help: [],
      run: async ({ medley, argument }) => show(await medley.tasks.get(argument)),
    },
    cancel: {
      usage: 'cancel ID',
      summary: 'End a pending task.',
      options: {},
      help: [],
      run: cancel,
    },
    retry: {
      usage: 'retry ID [--from STEPS]',
      summary: 'Run what failed in a task again, as a new task, and wait for it.',
      options: { from: { type: 'string' }, prompt: { type: 'string' } },
      help: [
        '--from STEPS       ids of steps to run again with all below, with commas between them',
        '--prompt TEXT      another instruction for the llm steps',
      ],
      run: retry,
    },
  };

async function run(call: CommandCall): Promise<CommandResult> {
  const text = await readInput(call);
  let body: TaskRequest;
  try {
    // The service says which field is wrong.
    body = JSON.parse(text) as TaskRequest;
  } catch (error) {
    throw new UsageError(`This is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  const task = await call.waitForEnd(await call.medley.tasks.create(body));
  return { document: task, text: lastText(task) ?? show(task).text };
}

/** The text of the last step that has one; of a large output the link to it. */
function lastText({ steps, output }: Task): string | null {
  const texts = steps.flatMap(({ id }) => {
    const found = output?.[id];
    if (found && 'omitted' in found) return [found.url];
    return found && 'text' in found && typeof found.text === 'string' ? [found.text] : [];
  });
  return texts.at(-1) ?? null;
}

async function list(call: CommandCall): Promise<CommandResult> {
  const [status, step] = [textOption(call, 'status'), textOption(call, 'step')];
  const [q, limit] = [textOption(call, 'query'), textOption(call, 'limit')];
  // The service says which values it knows.
  const filter = { status, step, q, limit: limit === undefined ? undefined : Number(limit) };
  const page = await call.medley.tasks.list(filter as TaskListRequest);
  const lines = page.items.map((task) => {
    const kinds = task.steps.map(({ name }) => name).join(',');
    return `${task.id}  ${task.created_at}  ${task.status.padEnd(9)}  ${kinds}  ${task.filename ?? ''}`.trimEnd();
  });
  return { document: page, text: lines.join('\n') };
}

async function cancel({ medley, argument }: CommandCall): Promise<CommandResult> {
  await medley.tasks.cancel(argument);
  return show(await medley.tasks.wait(argument, { throwOnFailure: false }));
}

async function retry(call: CommandCall): Promise<CommandResult> {
  const from = textOption(call, 'from')?.split(',');
  const prompt = textOption(call, 'prompt');
  const made = await call.medley.tasks.retry(call.argument, {
    ...(from && { from }),
    ...(prompt && { prompt }),
  });
  return show(await call.waitForEnd(made));
}

function show(task: Task): CommandResult {
  const lines = [
    `${task.id}  ${task.status}  ${Math.round(task.progress * 100)} %`,
    ...task.steps.map(showStep),
    ...(task.error === undefined ? [] : [task.error]),
    ...[task.output?.transcode, task.output?.redact].flatMap((file) => (file ? [file.url] : [])),
  ];
  return { document: task, text: lines.join('\n') };
}

function showStep({ id, status, attempt, reused }: TaskStep): string {
  const note = reused ? ' (kept)' : attempt > 1 ? ` (attempt ${attempt})` : '';
  return `  ${id.padEnd(16)}${status}${note}`;
}
