import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment, OperatorError } from '@medley/kit';
import { findProgram } from '@medley/step-worker';
import { startAllInOne } from '@medley/testing/system';
import { chromium, type Browser, type Page } from 'playwright-core';
import { runMain } from '../run-main';
import { say } from '../say';
import { fillAccount, startExampleEngines, type ExampleTasks } from './example-account';

const DIRECTORY = 'docs/console';
/** Bytes of one picture. */
const SIZE_MAX = 120_000;
const SIZE = { width: 1_200, height: 780 };

/** Few colours make a picture of a page a third as large. */
const PALETTE = 'split[a][b];[a]palettegen=max_colors=200[p];[b][p]paletteuse=dither=none';

const run = promisify(execFile);

interface Picture {
  name: string;
  path: (tasks: ExampleTasks) => string;
  theme?: 'light' | 'dark';
  /** What a person does before it is taken; it also waits for what has to be seen. */
  prepare: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  {
    name: 'overview',
    path: () => '',
    prepare: (page) => page.getByText('Step kinds').waitFor(),
  },
  {
    name: 'playground',
    path: () => '/playground',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText('[PERSON]').first().waitFor();
    },
  },
  {
    name: 'task',
    path: ({ minutes }) => `/tasks/${minutes}?step=restore`,
    prepare: (page) => page.getByText('## Decisions').waitFor(),
  },
  {
    name: 'transcript',
    path: ({ transcript }) => `/tasks/${transcript}/transcript`,
    theme: 'dark',
    prepare: async (page) => {
      await Promise.all([page.waitForResponse(/\/waveform/), page.reload()]);
      await page.getByText('Good morning').first().waitFor();
      await page.getByRole('slider').first().click();
    },
  },
  {
    name: 'redaction',
    path: ({ letter }) => `/tasks/${letter}/redaction`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Next mention' }).click();
      await page.getByText('1 of').waitFor();
    },
  },
  {
    name: 'webhooks',
    path: () => '/webhooks',
    prepare: (page) => page.getByText('delivered').first().waitFor(),
  },
];

/** `npm run screenshots`: the pictures of the console in the documentation, from an example account. */
async function main(): Promise<void> {
  const executablePath = environment()['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath))
    throw new OperatorError('Screenshots need Chromium: install it, or name one by CHROMIUM_PATH.');
  const ffmpeg = await findProgram('ffmpeg');
  if (ffmpeg === null) throw new OperatorError('Screenshots need ffmpeg on the PATH.');
  const engines = await startExampleEngines();
  const medley = await startAllInOne(engines.env);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const { url } = medley.api;
    const tasks = await fillAccount(medley.client, { url, hooks: engines.hooks });
    mkdirSync(DIRECTORY, { recursive: true });
    for (const picture of pictures)
      await take(browser, picture, { address: `${url}/console`, key: medley.key, tasks, ffmpeg });
  } finally {
    await browser.close();
    await medley.stop();
    await engines.stop();
  }
}

interface Shown {
  address: string;
  key: string;
  tasks: ExampleTasks;
  ffmpeg: string;
}

async function take(
  browser: Browser,
  { name, path, theme = 'light', prepare }: Picture,
  { address, key, tasks, ffmpeg }: Shown,
): Promise<void> {
  const context = await browser.newContext({
    locale: 'en',
    colorScheme: theme,
    viewport: SIZE,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${address}${path(tasks)}#key=${key}`);
  await prepare(page);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const file = join(DIRECTORY, `${name}.png`);
  const raw = `${file}.raw.png`;
  await page.screenshot({ path: raw, animations: 'disabled' });
  await context.close();
  await run(ffmpeg, ['-y', '-loglevel', 'error', '-i', raw, '-vf', PALETTE, file]);
  rmSync(raw);
  const { size } = statSync(file);
  if (size > SIZE_MAX) throw new OperatorError(`${file} has ${size} bytes, more than ${SIZE_MAX}.`);
  say(`${file}: ${size} bytes`);
}

runMain(main);
