import type { StepKind } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import type { AttemptContext } from './attempt-context';
import { sweepWorkspaces } from './workspace';

/** Removes the workspaces that crashed processes have left. Never rejects. */
export async function sweepOrphans<K extends StepKind>({
  workDir,
  logger,
}: AttemptContext<K>): Promise<void> {
  try {
    const count = await sweepWorkspaces(workDir);
    if (count > 0) logger.info('orphaned workspaces removed', { count });
  } catch (error) {
    logger.warn('orphaned workspaces could not be removed', { error: messageOf(error) });
  }
}
