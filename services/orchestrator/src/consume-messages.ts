import type { Consumer, DeadLetter } from '@medley/broker';
import type { StepFinished, StepRun } from '@medley/contracts';
import { acceptResult } from './accept-result';
import { foreignBlobs } from './domain/foreign-blobs';
import { moveTask } from './move-task';
import type { Engine } from './ports';

/** Message name → what happens to the task. */
export function consumeMessages(engine: Engine, concurrency: number): Promise<Consumer> {
  return engine.broker.consume(
    'orchestrator',
    {
      'task.submitted': ({ task_id }) => moveTask(engine, task_id, { type: 'submitted' }),
      'task.requested': ({ task_id }) => moveTask(engine, task_id, { type: 'requested' }),
      'step.finished': (report) => acceptReport(engine, report),
      'step.alive': (report) => moveTask(engine, report.task_id, { type: 'alive', report }),
    },
    { prefetch: concurrency },
  );
}

/** A forged report is dead-lettered: the attempt stays open for the worker that really has it. */
async function acceptReport(engine: Engine, report: StepFinished): Promise<'reject' | undefined> {
  const count = foreignBlobs(report).length;
  if (count === 0) {
    await acceptResult(engine, report);
    return undefined;
  }
  const { task_id, step_id, attempt } = report;
  engine.forgedReports.inc();
  engine.logger.error('a report names files of another attempt', { task_id, step_id, attempt, count });
  return 'reject';
}

/** Nothing ends silently: the message of a step that the broker gave up on fails the step. */
export function consumeDeadLetters(engine: Engine): Promise<Consumer> {
  return engine.broker.consumeDeadLetters(async (letter) => {
    engine.logger.error('dead letter', {
      queue: letter.queue,
      reason: letter.reason,
      code: letter.name ?? 'unknown',
    });
    if (isStepRun(letter)) {
      const { task_id, step_id, attempt } = letter.body;
      await moveTask(engine, task_id, { type: 'buried', step_id, attempt, reason: letter.reason });
    }
  });
}

function isStepRun(letter: DeadLetter): letter is DeadLetter & { body: StepRun } {
  return letter.name === 'step.run' && letter.body !== null;
}
