/**
 * The inbox over 10,000 tickets in Chromium at a quarter of the machine's speed: tasks over 50 ms and DOM nodes while
 * scrolling, and from a keystroke in the search field to the next paint.
 */
import type { Browser, Page } from 'playwright';
import { findLongTasks } from './long-tasks.ts';
import { withSlowInbox, worstKeystroke } from './slow-inbox.ts';

const GOALS = { nodes: 1_500, keystrokeMs: 64 };
const WHEELS = 80;
const TEXT = 'brake squeal';

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
  await worstKeystroke(page);
  const longTasks = await findLongTasks(browser, page, async () => {
    await field.pressSequentially(TEXT, { delay: 150 });
    await page.waitForTimeout(2_000);
  });
  console.log(
    `Searching: the worst keystroke was painted in ${await worstKeystroke(page)} ms (goal ${GOALS.keystrokeMs})`,
  );
  console.log(`Searching: ${describe(longTasks)} (goal: none)`);
}

function describe({ own, wall }: { readonly own: readonly number[]; readonly wall: readonly number[] }): string {
  const longest = own.length === 0 ? '' : `, the longest ${Math.round(Math.max(...own))} ms`;
  return `${own.length} long tasks${longest}; ${wall.length} with the machine's other work`;
}

await withSlowInbox(async (browser, page) => {
  await scroll(browser, page);
  await search(browser, page);
});
