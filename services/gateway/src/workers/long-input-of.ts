import {
  promptTemplates,
  type LongInput,
  type PromptTemplateName,
  type WorkerAnnouncement,
} from '@medley/contracts';

/** What becomes of long text by a template, as the workers say of their files; else as the template is shipped. */
export function longInputOf(name: PromptTemplateName, workers: readonly WorkerAnnouncement[]): LongInput {
  for (const { ready, long_inputs: announced } of workers) {
    const said = ready ? announced?.[name] : undefined;
    if (said !== undefined) return said;
  }
  return promptTemplates[name].long;
}
