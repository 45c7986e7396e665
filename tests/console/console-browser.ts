import { existsSync } from 'node:fs';
import { environment } from '@medley/kit';
import { source as axeSource } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

const CHROMIUM = environment()['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** A suite that needs a browser; skipped, with a line that says so, where there is none. */
export function describeInBrowser(title: string, suite: () => void): void {
  if (existsSync(CHROMIUM)) describe(title, suite);
  else describe.skip(`${title} (install chromium, or name one by CHROMIUM_PATH)`, suite);
}

export interface ConsolePageOptions {
  /** Of the service. */
  url: string;
  /** Below `/console`. */
  path?: string;
  /** Signs in by the fragment, as the link of `npm start` does. */
  key?: string;
  locale?: 'en' | 'ru';
  theme?: 'light' | 'dark';
  width?: number;
}

/** A page with what went wrong in it. */
export interface ConsolePage {
  page: Page;
  /** Errors of scripts and of the policy of the page. */
  problems: string[];
  /** Addresses of requests to other hosts. */
  foreignRequests: string[];
}

/** Chromium without a window; every page has a storage of its own. */
export class ConsoleBrowser {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<ConsoleBrowser> {
    // Tests may run as root, where the sandbox does not start.
    return new ConsoleBrowser(await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] }));
  }

  async open({
    url,
    path = '',
    key,
    locale = 'en',
    theme = 'light',
    width = 1440,
  }: ConsolePageOptions): Promise<ConsolePage> {
    const context = await this.#browser.newContext({
      locale,
      colorScheme: theme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    // A guard against hanging: a busy machine must not reach it.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const opened: ConsolePage = { page, problems: [], foreignRequests: [] };
    page.on('pageerror', (error) => opened.problems.push(error.message));
    page.on('console', (line) => {
      // Refused requests are part of some stories; the page shows them.
      const isOfNetwork = line.text().startsWith('Failed to load resource');
      if (line.type() === 'error' && !isOfNetwork) opened.problems.push(line.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== new URL(url).origin && protocol.startsWith('http'))
        opened.foreignRequests.push(request.url());
    });
    await page.goto(`${url}/console${path}${key === undefined ? '' : `#key=${key}`}`);
    return opened;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

/** The serious violations of WCAG 2 A and AA that axe finds in a page, each with the elements. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const options = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] }";
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, ${options})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}
