/**
 * The keys of the inbox over 10,000 tickets in Chromium at a quarter of the machine's speed: the frames while J is held
 * down over 200 rows, and from a verb's key to the paint that shows its effect, in the list and on a ticket's own page.
 */
import type { Page } from 'playwright';
import { withSlowInbox, worstKeystroke } from './slow-inbox.ts';

const ROWS = 200;
/** Key repeat interval of a held key. */
const REPEAT_MS = 33;
const GOALS = { frameMs: 64, medianMs: 34, verbMs: 100 };
const VERBS = 10;

declare global {
  interface Window {
    frameTimes: number[];
    isWatching: boolean;
  }
}

/** Keeps the time between one frame and the next until `isWatching` is false. */
function watchFrames(): void {
  window.frameTimes = [];
  window.isWatching = true;
  let before = performance.now();
  const next = (now: number): void => {
    window.frameTimes.push(now - before);
    before = now;
    if (window.isWatching) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

async function holdJ(page: Page): Promise<void> {
  await page.getByRole('grid').locator('[data-row="0"]').focus();
  const session = await page.context().newCDPSession(page);
  const key = { key: 'j', code: 'KeyJ', windowsVirtualKeyCode: 74, text: 'j' };
  await page.evaluate(watchFrames);
  for (let press = 0; press < ROWS; press += 1) {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat: press > 0, ...key });
    await page.waitForTimeout(REPEAT_MS);
  }
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  const frames = await page.evaluate(() => {
    window.isWatching = false;
    return window.frameTimes.slice(1);
  });
  const sorted = frames.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const over = frames.filter((ms) => ms > GOALS.frameMs).length;
  console.log(`J held over ${ROWS} rows: the median frame took ${median.toFixed(1)} ms (goal ${GOALS.medianMs})`);
  console.log(
    `J held over ${ROWS} rows: ${over} of ${frames.length} frames over ${GOALS.frameMs} ms (goal: none), the worst ${Math.max(...frames).toFixed(1)} ms`,
  );
}

async function resolveSome(page: Page): Promise<void> {
  await worstKeystroke(page);
  for (let verb = 0; verb < VERBS; verb += 1) {
    await page.keyboard.press('p');
    await page.waitForTimeout(700);
  }
  console.log(`Verbs: the worst was painted in ${await worstKeystroke(page)} ms (goal ${GOALS.verbMs})`);
}

/** Keys on the page of a ticket that was opened from the list: a verb that opens the next ticket, and the next ticket by itself. */
async function workOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open on its own page' }).click();
  await page.waitForURL(/\/tickets\//);
  for (const key of ['p', 'e', 'j']) {
    await page.waitForTimeout(2_000);
    await worstKeystroke(page);
    for (let press = 0; press < VERBS; press += 1) {
      await page.keyboard.press(key);
      await page.waitForTimeout(700);
    }
    console.log(
      `Ticket page: the worst ${key.toUpperCase()} was painted in ${await worstKeystroke(page)} ms (goal ${GOALS.verbMs})`,
    );
  }
}

await withSlowInbox(async (_browser, page) => {
  await page.waitForTimeout(2_000);
  await resolveSome(page);
  await holdJ(page);
  await workOnPage(page);
});
