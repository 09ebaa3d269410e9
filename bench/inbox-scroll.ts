/**
 * The inbox over 10,000 tickets in Chromium at a quarter of the machine's speed: tasks over 50 ms and DOM nodes while
 * scrolling, and from a keystroke in the search field to the next paint.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '#tools/browser/find-chromium.ts';
import { startService } from '#tools/service/start-service.ts';
import { fillSite } from './fill-site.ts';
import { findLongTasks } from './long-tasks.ts';

const SLOW_DOWN = 4;
const GOALS = { nodes: 1_500, keystrokeMs: 64 };
const WHEELS = 80;
const TEXT = 'brake squeal';

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

function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

/** The wheel as a hand turns it, and jumps over many screens as the bar of the list makes them. */
const WAYS = [
  { name: 'Scrolling', step: 240 },
  { name: 'Jumping', step: 5_000 },
] as const;

async function scroll(browser: Browser, page: Page): Promise<void> {
  await page.getByRole('grid').hover();
  for (const { name, step } of WAYS) {
    let nodes = 0;
    const longTasks = await findLongTasks(browser, page, async () => {
      for (let wheel = 0; wheel < WHEELS; wheel += 1) {
        await page.mouse.wheel(0, step);
        await page.waitForTimeout(50);
        if (wheel % 10 === 0) nodes = Math.max(nodes, await countNodes(page));
      }
    });
    console.log(`${name}: ${describe(longTasks)} (goal: none)`);
    console.log(`${name}: at most ${nodes} DOM nodes (goal ${GOALS.nodes})`);
  }
}

async function search(browser: Browser, page: Page): Promise<void> {
  const field = page.getByRole('main').getByRole('searchbox').first();
  await field.click();
  await page.evaluate(() => (window.keystrokes = []));
  const longTasks = await findLongTasks(browser, page, async () => {
    await field.pressSequentially(TEXT, { delay: 150 });
    await page.waitForTimeout(2_000);
  });
  const worst = Math.max(0, ...(await page.evaluate(() => window.keystrokes)));
  console.log(
    `Searching: the worst keystroke painted in ${worst === 0 ? 'under 16' : worst} ms (goal ${GOALS.keystrokeMs})`,
  );
  console.log(`Searching: ${describe(longTasks)} (goal: none)`);
}

function describe({ own, wall }: { readonly own: readonly number[]; readonly wall: readonly number[] }): string {
  const longest = own.length === 0 ? '' : `, the longest ${Math.round(Math.max(...own))} ms`;
  return `${own.length} long tasks${longest}; ${wall.length} with the machine's other work`;
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
const dataDir = join(folder, 'data');
const { token } = await fillSite(dataDir, 10_000);
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
  console.log(`The inbox over 10,000 tickets at 1/${SLOW_DOWN} of the speed of this machine`);
  await scroll(browser, page);
  await search(browser, page);
} finally {
  await browser.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
