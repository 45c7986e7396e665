import { startStubUpstream, type StubUpstream } from '@medley/testing';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import { runMedley, runMedleyOnTerminal } from './run-medley';

let upstream: StubUpstream;
let service: AllInOne;
let env: Record<string, string>;

beforeAll(async () => {
  upstream = await startStubUpstream();
  service = await startAllInOne({ LLM_BASE_URL: upstream.url, LLM_API_KEY: 'sk-upstream' });
  env = { MEDLEY_URL: service.api.url, MEDLEY_API_KEY: service.key };
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const chunk = (choice: object): string => `data: ${JSON.stringify({ model: 'm', choices: [choice] })}\n\n`;

/** An answer that goes on until the test ends it: words of before a reader listens are lost to it. */
function startAnswer(): { end: () => void } {
  let isEnded = false;
  upstream.respond((response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(chunk({ delta: { content: 'First:' } }));
    const drip = setInterval(() => {
      if (!isEnded) {
        response.write(chunk({ delta: { content: ' \u001b[31mword' } }));
        return;
      }
      clearInterval(drip);
      response.end(`${chunk({ delta: { content: ' end.' }, finish_reason: 'stop' })}data: [DONE]\n\n`);
    }, 50);
    response.once('close', () => clearInterval(drip));
  });
  return { end: () => void (isEnded = true) };
}

test('a terminal shows the words as they come, and the answer once', async () => {
  const answer = startAnswer();
  const ran = await runMedleyOnTerminal(['llm', __filename, '--prompt', 'p'], env, (shown) => {
    if (shown.includes('word')) answer.end();
  });
  expect(ran.code).toBe(0);
  // What is shown stays on its line, and a terminal obeys nothing of it.
  const words = ran.stdout.slice(0, ran.stdout.indexOf('end.') + 'end.'.length);
  expect(words).toMatch(/(?: \[31mword)+ end\.$/);
  expect(ran.stdout.match(/First:/g)).toHaveLength(1);
});

test('watch shows them before the state of the task', async () => {
  const answer = startAnswer();
  const { id } = await service.api.create('/tasks', { input: 'x', prompt: 'p', steps: [{ name: 'llm' }] });
  const watched = runMedleyOnTerminal(['watch', id], env, (shown) => {
    if (shown.includes('word')) answer.end();
  });
  expect((await watched).stdout).toMatch(/word end\.\r?\n[\s\S]*completed/);
});

test('without a terminal only the answer is printed', async () => {
  startAnswer().end();
  const ran = await runMedley(['llm', '-', '--prompt', 'p'], env, 'x');
  expect(ran).toEqual({ code: 0, stdout: 'First: end.\n', stderr: '' });
});
