import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import * as z from 'zod/mini';
import { cachedFolder } from '#server/testing/cached-folder.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tools/browser/find-chromium.ts';
import { startService } from '#tools/service/start-service.ts';
import { fillSite } from './fill-site.ts';

export const SLOW_DOWN = 4;
const TICKETS = 10_000;

declare global {
  interface Window {
    keystrokes: number[];
  }
}

/** Runs in the page before anything else: keeps what the browser itself measures from a key to the next paint. */
function watchKeystrokes(): void {
  window.keystrokes = [];
  // The types of TypeScript do not know the threshold yet.
  const events: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver((list) => {
    const keys = list.getEntries().filter(({ name }) => ['keydown', 'keypress', 'input'].includes(name));
    window.keystrokes.push(...keys.map((entry) => entry.duration));
  }).observe(events);
}

const Filled = z.object({ token: z.string() });

/** A folder with a site of so many tickets, which is filled once: benchmarks that change tickets copy it. */
async function copyFilled(tickets: number, folder: string): Promise<string> {
  const kept = await cachedFolder({
    name: `bench-${tickets}`,
    inputs: ['{server,contract}/**/*.{ts,sql,json}'],
    settings: String(tickets),
    async make(filled) {
      const { token } = await fillSite(join(filled, 'data'), tickets);
      await writeFile(join(filled, 'site.json'), JSON.stringify({ token }));
    },
  });
  await cp(join(kept, 'data'), join(folder, 'data'), { recursive: true });
  return Filled.parse(JSON.parse(await readFile(join(kept, 'site.json'), 'utf8'))).token;
}

/** The inbox over so many tickets of every status, in Chromium at a quarter of the machine's speed. */
export async function withSlowInbox(
  work: (browser: Browser, page: Page) => Promise<void>,
  { tickets = TICKETS } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
  const dataDir = join(folder, 'data');
  const token = await copyFilled(tickets, folder);
  const service = await startService({ dataDir });
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_FLAGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watchKeystrokes);
    await page.goto(`${service.url}/sign-in?next=${encodeURIComponent('/inbox?status=all')}#token=${token}`);
    await page.getByRole('row').nth(5).waitFor();
    await page.waitForLoadState('networkidle');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    console.log(
      `The inbox over ${tickets.toLocaleString('en')} tickets at 1/${SLOW_DOWN} of the speed of this machine`,
    );
    await work(browser, page);
  } finally {
    await browser.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The worst time from a key to the next paint since the last question, in ms; 16 where all were under that. */
export async function worstKeystroke(page: Page): Promise<number> {
  const worst = await page.evaluate(() => Math.max(16, ...window.keystrokes));
  await page.evaluate(() => (window.keystrokes = []));
  return worst;
}
