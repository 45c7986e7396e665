import fc from 'fast-check';
import { messageCatalogue, type MessageBodies, type MessageName } from '@medley/contracts';
import { decodeMessage, encodeBody, type EncodedBody } from '../src/codec';
import { stepFinished, stepRun } from './messages';

const encodeMessage = <N extends MessageName>(
  name: N,
  body: MessageBodies[N],
): EncodedBody & { content: Buffer } => {
  const encoded = encodeBody(name, body);
  return { ...encoded, content: Buffer.from(encoded.json) };
};

const anyString = fc.string({ unit: 'binary', maxLength: 200 });

test('any text of a step survives encoding and decoding', () => {
  fc.assert(
    fc.property(anyString, anyString, (options, inline) => {
      const body = { ...stepRun('llm'), options: `"${options}`, input: { text: { inline } } };
      const { name, version, content } = encodeMessage('step.run', body);
      expect(decodeMessage({ name, version, content })).toEqual({ ok: true, name: 'step.run', body });
    }),
  );
});

test('a lone surrogate survives encoding and decoding', () => {
  const body = { ...stepRun('llm'), options: '"\ud800"' };
  const decoded = decodeMessage(encodeMessage('step.run', body));
  expect(decoded).toMatchObject({ ok: true, body: { options: '"\ud800"' } });
});

test('decoding any input gives a validated body or a reason and never throws', () => {
  const name = fc.oneof(fc.constantFrom(...Object.keys(messageCatalogue)), fc.anything());
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(name, fc.oneof(fc.constant(1), fc.anything()), content, (claimed, version, bytes) => {
      const decoded = decodeMessage({ name: claimed, version, content: bytes });
      if (decoded.ok)
        expect(messageCatalogue[decoded.name].schema.validate(decoded.body).error).toBeUndefined();
      else expect(decoded.reason).toMatch(/\S/);
    }),
  );
});

test('the reason of a refusal names paths and rules, never values', () => {
  const secret = 'ivan@example.com';
  const content = Buffer.from(JSON.stringify({ ...stepFinished(), attempt: secret, outcome: secret }));
  const decoded = decodeMessage({ name: 'step.finished', version: 1, content });
  expect(decoded).toMatchObject({ ok: false, name: 'step.finished' });
  expect(JSON.stringify(decoded)).not.toContain(secret);
});

test('repeated publishes of the same step attempt or task message have the same id', () => {
  expect(encodeMessage('step.run', stepRun('llm')).messageId).toBe('task:step:2');
  expect(encodeMessage('task.submitted', { task_id: 'a' }).messageId).toBe('a:task.submitted');
});
