import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

const INPUT = 'Проект Гамма: Иван Петров, заявка AB-123456. Гаммазавод не в проекте.';
const rules = {
  deny_list: ['гамма', { text: 'Гаммазавод', type: 'CUSTOM_SITE' }],
  patterns: [{ type: 'CUSTOM_TICKET', regex: '\\b[A-Z]{2}-\\d{6}\\b' }],
};

describe('own rules on the embedded broker', () => ownRules({}));
describeWithAmqp('own rules on RabbitMQ', () => ownRules({ AMQP_URL: amqpUrl }));

function ownRules(env: Record<string, string>): void {
  let medley: AllInOne;
  beforeAll(async () => (medley = await startAllInOne(env)));
  afterAll(() => medley.stop());

  const run = async (path: string, body: object): Promise<Record<string, Record<string, unknown>>> => {
    const task = await medley.api.ended((await medley.api.create(path, body)).id);
    expect([task.status, task.error]).toEqual(['completed', undefined]);
    return task.output as unknown as Record<string, Record<string, unknown>>;
  };

  test('hide what /pii would leave, beside what the detectors find', async () => {
    const { depersonalize } = await run('/pii', { input: INPUT, ...rules });
    expect(depersonalize?.['text']).toBe(
      'Проект [CUSTOM_DENIED]: [PERSON], заявка [CUSTOM_TICKET]. [CUSTOM_SITE] не в проекте.',
    );
    expect(depersonalize?.['entities']).toContainEqual(expect.objectContaining({ type: 'CUSTOM_TICKET' }));
  });

  test('are restored by the step and by POST /pii/restore', async () => {
    const steps = [
      { name: 'depersonalize', options: { mode: 'reversible', entity_types: ['EMAIL'], ...rules } },
      { name: 'restore' },
    ];
    const made = await medley.api.create('/tasks', { input: INPUT, steps });
    const task = await medley.api.ended(made.id);
    const output = task.output as unknown as Record<string, Record<string, unknown>>;
    expect(output['depersonalize']?.['text']).toBe(
      'Проект [CUSTOM_DENIED_1]: Иван Петров, заявка [CUSTOM_TICKET_1]. [CUSTOM_SITE_1] не в проекте.',
    );
    expect(output['restore']).toEqual({ text: INPUT, restored: 3, missing: [] });

    const answer = 'Уже закрыта: custom_ticket_1.';
    const { body } = await medley.api.call('POST', '/pii/restore', { task_id: made.id, input: answer });
    expect(body.data).toMatchObject({ text: 'Уже закрыта: AB-123456.', restored: 1 });
  });

  test('lose to allow_list', async () => {
    const { depersonalize } = await run('/pii', { input: INPUT, ...rules, allow_list: ['ГАММА', 'ab-123456'] });
    expect(depersonalize?.['text']).toBe(
      'Проект Гамма: [PERSON], заявка AB-123456. [CUSTOM_SITE] не в проекте.',
    );
  }); // prettier-ignore

  test('that are too slow for their text fail the task and say which', async () => {
    const patterns = [{ type: 'CUSTOM_X', regex: '(?:a?){800}a{800}' }];
    const made = await medley.api.create('/pii', { input: 'a'.repeat(100_000), patterns });
    const task = await medley.api.ended(made.id);
    expect(task.error).toBe('OPTIONS_INVALID: patterns[0] took longer than 0.9 s on this text');
    expect(task.error_details).toMatchObject({ step: 'depersonalize', retryable: false, attempts: 1 });
  });
}
