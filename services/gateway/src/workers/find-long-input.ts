import {
  promptTemplates,
  type LongInput,
  type PromptTemplateName,
  type WorkerAnnouncement,
} from '@medley/contracts';

/** How a template processes long text: as announced by a ready worker, else as in the built-in template. */
export function findLongInput(name: PromptTemplateName, workers: readonly WorkerAnnouncement[]): LongInput {
  for (const { ready, long_inputs: announced } of workers) {
    const mode = ready ? announced?.[name] : undefined;
    if (mode !== undefined) return mode;
  }
  return promptTemplates[name].long;
}
