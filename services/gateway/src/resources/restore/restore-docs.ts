import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';
import { exampleIds } from '../tasks/examples/example-tasks';
import { restoreBody } from './restore-text';

export const restoreDocs: RouteDocs = {
  id: 'restoreText',
  tag: 'Shortcuts',
  summary: 'Restore original values in a text',
  description:
    'Undoes a reversible depersonalization in any text that contains its markers, even without their brackets. ' +
    'Costs as much as a restore step; a failed request costs nothing.',
  body: restoreBody,
  success: { status: 200, description: 'The text with the originals.', data: refTo('RestoreOutput') },
  errors: ['INSUFFICIENT_BALANCE', 'TASK_NOT_FOUND', 'MAPPING_EXPIRED'],
  examples: [
    {
      name: 'answer',
      summary: 'The response of a model',
      body: { task_id: exampleIds.task, input: 'Dear [PERSON_1], thank you!' },
      response: { data: { text: 'Dear Ann Smith, thank you!', restored: 1, missing: ['EMAIL_1'] } },
    },
  ],
};
