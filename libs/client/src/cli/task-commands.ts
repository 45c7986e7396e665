import type { Task, TaskStep } from '../types/task';
import type { Command, CommandCall, CommandResult } from './command';

/** Commands for existing tasks. */
export const taskCommands: Readonly<Record<'watch' | 'get' | 'cancel', Command>> = {
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
};

async function cancel({ medley, argument }: CommandCall): Promise<CommandResult> {
  await medley.tasks.cancel(argument);
  return show(await medley.tasks.wait(argument, { throwOnFailure: false }));
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

function showStep({ id, status, attempt }: TaskStep): string {
  return `  ${id.padEnd(16)}${status}${attempt > 1 ? ` (attempt ${attempt})` : ''}`;
}
