import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWav, until, withFrozenTimers } from '@medley/testing';
import { startEnginesHarness } from './engines-harness';
import { startPocketsphinxHarness } from './pocketsphinx-harness';
import { toneWav } from './tone-wav';

const english = { language: 'en', diarization: false };
/** Two utterances with a second between them and silence around. */
const calls = toneWav([[0, 1], [150, 0.8], [0, 1], [180, 0.8], [0, 1]], { voiced: true }); // prettier-ignore

describe('the demo engine runs its program', () => {
  test('on speech only, and converts the times of words to those of the recording', async () => {
    const stub = await startPocketsphinxHarness(`cat > "$CTM" <<'END'
u0 1 0.00 0.10 <s> 1.000
u0 1 0.10 0.30 hello 0.900
u0 1 0.40 0.20 [NOISE] 0.500
u0 1 0.60 0.30 there(2) 0.800
u1 1 0.20 0.40 ++UM++ 0.900
u1 1 0.30 0.40 sir 0.900
u1 1 0.70 0.10 </s> 1.000
END`);
    const transcript = await stub.transcribe(calls, { words: true });
    expect(transcript).toMatchObject({ text: 'hello there sir', language: 'en', speakers: [] });
    expect(transcript.segments.map(({ text }) => text)).toEqual(['hello there', 'sir']);
    expect(transcript.words?.map(({ word }) => word)).toEqual(['hello', 'there', 'sir']);
    const [hello, there, sir] = (transcript.words ?? []).map(({ start }) => start);
    expect(Math.abs((hello ?? 0) - 1)).toBeLessThan(0.1);
    expect(Math.abs((there ?? 0) - 1.5)).toBeLessThan(0.1);
    expect(Math.abs((sir ?? 0) - 3)).toBeLessThan(0.1);
    expect(await readFile(join(stub.directory, 'list'), 'utf8')).toMatch(
      /^chunk \d+ \d+ u0\nchunk \d+ \d+ u1\n$/,
    );
    await stub.close();
  });

  test.each([
    ['0.8, which drops silence unless an option prevents it', '-ctl -ctm -remove_silence', true],
    ['5, which has no such option', '-ctl -ctm', false],
  ])('of version %s', async (_, options, hasOption) => {
    const stub = await startPocketsphinxHarness('touch "$CTM"', options);
    await stub.transcribe(calls);
    const given = await readFile(join(stub.directory, 'arguments'), 'utf8');
    expect(given.includes('-remove_silence no')).toBe(hasOption);
    await stub.close();
  });

  test('never for audio without speech', async () => {
    const stub = await startPocketsphinxHarness('touch "$CTM"');
    for (const wav of [toneWav([[0, 3]]), makeWav(3)])
      await expect(stub.transcribe(wav)).resolves.toMatchObject({ text: '', segments: [] });
    expect(existsSync(join(stub.directory, 'list'))).toBe(false);
    await stub.close();
  });

  test.each([
    ['with a status', 'exit 3'],
    ['by a signal', 'kill -SEGV $$'],
    ['without having written', 'exit 0'],
  ])('and fails the step when it ends %s', async (_, body) => {
    const stub = await startPocketsphinxHarness(body);
    const media = await stub.worker.putMedia(calls, { content_type: 'audio/wav', duration: null });
    await expect(stub.worker.fail({ media }, english)).resolves.toEqual({
      code: 'TOOL_CRASHED',
      message: 'the demo speech engine ended abnormally',
      retryable: true,
    });
    await until(async () => (await stub.worker.leftovers()).length === 0);
    await stub.close();
  });

  test('and ends it within two seconds of a cancel', async () => {
    await withFrozenTimers(async (timers) => {
      const stub = await startPocketsphinxHarness(
        'trap "" TERM; echo $$ > "$DIRECTORY/pid"; sleep 600 & wait; wait',
      );
      const media = await stub.worker.putMedia(calls, { content_type: 'audio/wav', duration: null });
      const ticket = await stub.worker.send({ media }, english);
      const pid = async (): Promise<number> =>
        Number(await readFile(join(stub.directory, 'pid'), 'utf8').catch(() => ''));
      await until(async () => (await pid()) > 0);

      stub.worker.cancel(ticket.taskId);
      // SIGKILL follows SIGTERM after a second.
      await timers.untilSet(1_000);
      await timers.advance(1_000);
      const report = await ticket.finished;
      expect(report).toMatchObject({ error: { code: 'CANCELED' } });
      expect(report.elapsed_ms).toBeLessThan(2_000);
      const id = await pid();
      await until(() => !existsSync(`/proc/${id}`));
      await stub.close();
    });
  });

  test('for English only: another language is refused', async () => {
    const stub = await startPocketsphinxHarness('touch "$CTM"');
    const media = await stub.worker.putMedia(calls, { content_type: 'audio/wav', duration: null });
    await expect(stub.worker.fail({ media }, { ...english, language: 'ru' })).resolves.toEqual({
      code: 'OPTIONS_INVALID',
      message: 'language: the model pocketsphinx-demo-en knows en only, not ru',
      retryable: false,
    });
    await expect(stub.transcribe(calls, { language: 'auto' })).resolves.toMatchObject({ text: '' });
    await stub.close();
  });
});

describe('the announcement of the demo engine names', () => {
  test.each([
    ['its program', { program: '/nowhere/pocketsphinx_batch' }, 'pocketsphinx_batch could not be started'],
    ['its model', { models_dir: '/nowhere/model' }, 'searched in /nowhere/model'],
    [
      'that the program is another one',
      { program: '/bin/true' },
      '/bin/true is no supported version of PocketSphinx',
    ],
  ])('%s', async (_, places, words) => {
    const stub = await startPocketsphinxHarness('exit 0');
    const row = { kind: 'pocketsphinx', name: 'demo', ...places };
    const other =
      'models_dir' in places
        ? { program: join(stub.directory, 'pocketsphinx_batch') }
        : { models_dir: join(stub.directory, 'model') };
    const list = { ...row, ...other };
    const engines = await startEnginesHarness([list]);
    const { ready, engines: announced } = await engines.worker.announcement();
    expect(ready).toBe(false);
    expect(announced[0]?.reason).toContain(words);
    await engines.close();
    await stub.close();
  });
});
