import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { reply, writeElsewhere } from './ticket-support.ts';

const INSTANT = /^"\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC"$/;
const PRINTED = /^"Printed \d{1,2} \w{3} \d{4}, \d\d:\d\d UTC\. Dates without a year are from that year\."$/;
const TITLE = { name: 'Chain jumps on the third gear' };

/** The heading of the printed page. */
async function printedLine(page: Page): Promise<string> {
  // Printing follows a key press or a click.
  await page.keyboard.press('Shift');
  return page.evaluate(() => {
    // As the browser does before it prints, which the media alone do not.
    dispatchEvent(new Event('beforeprint'));
    return getComputedStyle(document.body, '::before').content;
  });
}

/** Renders the page for printing, although the window is dark. */
async function expectOnPaper(page: Page, number: number): Promise<void> {
  await expect(page.getByRole('heading', TITLE)).toBeVisible();
  await expect(reply(page)).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', TITLE)).toBeVisible();
  await expect(page.getByText(`#${number}`, { exact: true }).locator('visible=true')).toHaveCount(1);
  await expect(page.getByRole('article')).toHaveCount(9);
  for (const article of [page.getByRole('article').first(), page.getByRole('article').last()]) {
    await expect(article).toBeVisible();
    const time = article.locator('time');
    await expect.poll(() => time.evaluate((e) => getComputedStyle(e, '::after').content)).toMatch(INSTANT);
    await expect(time).toHaveCSS('font-size', '0px');
  }
  await expect.poll(() => printedLine(page)).toMatch(PRINTED);
  await expect(page.getByText('+49 151 5550 1884').locator('visible=true')).toHaveCount(1);
  await expect(page.getByText('Normal', { exact: true }).locator('visible=true')).toHaveCount(1);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(reply(page)).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 247, 245)');
  await expect(page.getByRole('article').first()).toHaveCSS('break-inside', 'avoid');
  // All of it takes more than a page; a pane that scrolls would print one.
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(2);
  await page.emulateMedia({ media: null });
  await expect.poll(() => printedLine(page)).toBe('none');
}

test('IN-28: a ticket on paper is the ticket alone, whole and light', async ({ page, site }) => {
  const { id, number } = await makeTicket(site, { requester_phone: '+49 151 5550 1884' });
  for (let index = 0; index < 8; index += 1) {
    await writeElsewhere(site, id, `Message ${index}\n`.repeat(20), index % 2 === 0 ? 'public' : 'internal');
  }
  await signIn(page, site, { path: `/inbox?ticket=${id}&theme=dark` });
  await expectOnPaper(page, number);
});
