import { existsSync } from 'node:fs';
import { environment } from '@medley/kit';
import { source as axeSource } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Chromium without windows takes a fifth less processor time than the whole one. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = environment()['CHROMIUM_PATH'] ?? BROWSERS.find((path) => existsSync(path)) ?? '';

/** What the test that runs has opened. */
const openPages = new Set<Page>();

/**
 * A suite that needs a browser; skipped, with a line that says so, where there is none. Its pages are closed after each
 * test, as a page that is left open goes on listening to the service.
 */
export function describeInBrowser(title: string, suite: () => void): void {
  if (!existsSync(CHROMIUM)) {
    describe.skip(`${title} (install chromium, or name one by CHROMIUM_PATH)`, suite);
    return;
  }
  describe(title, () => {
    afterEach(async () => {
      await Promise.all([...openPages].map((page) => page.close()));
      openPages.clear();
    });
    suite();
  });
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

interface Profile {
  context: BrowserContext;
  /** A page of the service that never closes, see `#profileFor`. */
  keeper: Page;
}

/** Chromium without a window. A page that is opened finds an empty storage. */
export class ConsoleBrowser {
  readonly #browser: Browser;
  readonly #profiles = new Map<string, Promise<Profile>>();

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
    const { context, keeper } = await this.#profileFor(url, locale);
    await keeper.evaluate('localStorage.clear()');
    const page = await context.newPage();
    openPages.add(page);
    const problems = watchProblems(page);
    const foreignRequests = watchForeignRequests(page, url);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto(`${url}/console${path}${key === undefined ? '' : `#key=${key}`}`);
    return { page, problems, foreignRequests };
  }

  /**
   * One profile serves all pages of a locale: a new one starts a process and compiles the console once more, which
   * costs three times what opening a page costs. Chromium ends the process with its last page, hence the keeper.
   */
  #profileFor(url: string, locale: string): Promise<Profile> {
    const name = `${url} ${locale}`;
    const known = this.#profiles.get(name) ?? this.#createProfile(url, locale);
    this.#profiles.set(name, known);
    return known;
  }

  async #createProfile(url: string, locale: string): Promise<Profile> {
    const context = await this.#browser.newContext({ locale });
    // A guard against hanging: a busy machine must not reach it.
    context.setDefaultTimeout(120_000);
    const keeper = await context.newPage();
    await keeper.goto(`${url}/console/icon.svg`);
    return { context, keeper };
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => {
    // Refused requests are part of some stories; the page shows them.
    const isOfNetwork = line.text().startsWith('Failed to load resource');
    if (line.type() === 'error' && !isOfNetwork) problems.push(line.text());
  });
  return problems;
}

function watchForeignRequests(page: Page, url: string): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol.startsWith('http')) addresses.push(request.url());
  });
  return addresses;
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
