import type { ServerResponse } from 'node:http';
import { neverRespond, startStubUpstream, type StubUpstream } from '@medley/testing';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser } from './console-browser';

describeInBrowser('the console of npm start', () => {
  let medley: AllInOne;
  let browser: ConsoleBrowser;
  let source: StubUpstream;
  let model: StubUpstream;
  /** Of the first start, the only one that prints secrets. */
  let greeting: string;

  beforeAll(async () => {
    [source, model] = await Promise.all([startStubUpstream(), startStubUpstream()]);
    source.respond(neverRespond);
    [medley, browser] = await Promise.all([
      startAllInOne({
        OUTBOUND_ALLOW: '127.0.0.0/8',
        LLM_BASE_URL: model.url,
        LLM_API_KEY: 'sk-upstream',
      }),
      ConsoleBrowser.start(),
    ]);
    greeting = medley.program.output;
  });
  afterAll(async () => {
    await browser.close();
    await medley.stop();
    await Promise.all([source.close(), model.close()]);
  });

  test('is signed in by the printed link', async () => {
    const link = /http:\S+\/console#key=\S+/.exec(greeting)?.[0];
    const [url = '', key] = link?.split('/console#key=') ?? [];
    const { page } = await browser.open({ url, ...(key !== undefined && { key }) });
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test('shows the words of a model as it writes them', async () => {
    const send = (response: ServerResponse, content: string): boolean =>
      response.write(
        `data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`,
      );
    const asked = new Promise<ServerResponse>((resolve) => {
      model.respond((response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
        resolve(response);
      });
    });
    const { id } = await medley.client.tasks.llm({ input: 'x', prompt: 'p' });
    const { page } = await browser.open({ url: medley.api.url, key: medley.key, path: `/tasks/${id}` });
    await page.getByText('Live').waitFor();
    const response = await asked;
    send(response, 'The first words ');
    const step = page.getByRole('region', { name: 'Step llm' });
    await step.getByText('The first words').waitFor();
    await step.getByText('running').waitFor();
    send(response, 'and the last.');
    response.end(
      `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    );
    await step.getByText('completed').waitFor();
    await step.getByText('The first words and the last.', { exact: true }).waitFor();
  });

  test('says that it reconnects while the service restarts, and is live again after it', async () => {
    const { id } = await medley.client.tasks.transcode({ url: `${source.url}/a.mp3` });
    const { page } = await browser.open({ url: medley.api.url, key: medley.key, path: `/tasks/${id}` });
    await page.getByText('Live').waitFor();
    await medley.program.end('SIGKILL');
    await page.getByText('Reconnecting').waitFor();
    medley = await medley.again();
    await page.getByText('Live').waitFor({ timeout: 60_000 });
    await medley.client.tasks.cancel(id);
    await page.getByText('Retry to run what is missing').waitFor();
  });
});
