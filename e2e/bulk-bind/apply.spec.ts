import type { Page, Route } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { PageProblems } from '#e2e/support/page-problems.ts';
import { expect, test } from '#e2e/support/test.ts';
import { applyButton, bigFile, boundChannels, BULK, counts, dryRun, jobs, openBulk, openFile } from './bulk-support.ts';

const ROWS = 80;
const FILE = bigFile(ROWS);
const NAME = 'crm-export-full-2026-11.csv';
/** The gateway takes a quarter of the file, so the page splits it into four parts of 20 rows. */
const LIMIT = FILE.length / 3.5;
const PARTS = 4;

const isApply = (url: string) => BULK.test(url) && !url.includes('dry_run');
const offsetOf = (url: string) => Number(new URL(url).searchParams.get('line_offset'));
const done = (page: Page) => page.getByRole('heading', { name: /rows are done/ });
const result = (page: Page) => page.getByRole('heading', { name: 'All 80 rows were applied.' });

const TOO_LARGE = {
  status: 413,
  json: { ok: false, error: { code: 'body_too_large', message: 'The body is too large' } },
};

/** Puts a gateway in front of the service; the test handles the parts that it accepts. */
async function behindGateway(
  page: Page,
  problems: PageProblems,
  onPart: (route: Route, offset: number) => Promise<void> | void = (route) => route.continue(),
): Promise<void> {
  problems.allow(/status of 413/);
  await intercept(
    page,
    (url) => isApply(url.href),
    async (route) => {
      const size = route.request().postDataBuffer()?.length ?? 0;
      await (size > LIMIT ? route.fulfill(TOO_LARGE) : onPart(route, offsetOf(route.request().url())));
    },
  );
}

async function openAndTry(page: Page): Promise<void> {
  await openFile(page, FILE, NAME);
  await dryRun(page);
}

/** Lets the first part through and holds the others until `release` is called, or `next` resolves. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent: number[] = [];
  const held = {
    release: resolve,
    sent,
    next: promise,
    onPart: async (route: Route, offset: number) => {
      sent.push(offset);
      if (offset > 0) await held.next;
      await route.continue();
    },
  };
  return held;
}

test('BB-09: a part that is too large for a gateway is split; the import shows its progress, is stopped and continued, and its end is said on another page', async ({
  page,
  site,
  problems,
}) => {
  const held = hold();
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, held.onPart);
  await applyButton(page).click();
  await expect(done(page)).toContainText('20 of 80 rows are done.');
  await expect(page.getByRole('progressbar', { name: 'Progress of the import' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  await checkA11y(page);
  const primary = page.getByRole('navigation', { name: 'Primary' });
  await primary.getByRole('link', { name: 'Customers' }).click();
  await expect(page).toHaveURL(/\/customers/);
  await primary.getByRole('link', { name: 'Bulk bind' }).click();
  await expect(done(page)).toContainText('20 of 80');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopping after the rows that are on their way')).toBeVisible();
  held.release();
  await expect(page.getByText('It was stopped; 20 rows were not sent.', { exact: false })).toBeVisible();
  await checkA11y(page);
  expect(await boundChannels(site)).toBe(60);
  // Held again, until the person is on another page.
  const last = Promise.withResolvers<void>();
  held.next = last.promise;
  await page.getByRole('button', { name: 'Continue' }).click();
  await primary.getByRole('link', { name: 'Customers' }).click();
  await expect(page).toHaveURL(/\/customers/);
  last.resolve();
  await expect(page.getByText('Import finished: 80 of 80 rows were applied.')).toBeVisible();
  await page.getByRole('button', { name: 'Show result' }).click();
  await expect(result(page)).toBeVisible();
  expect(
    held.sent.toSorted((a, b) => a - b),
    'each part is sent once',
  ).toEqual([0, 20, 40, 60]);
  expect(await counts(page)).toEqual([ROWS, 0, 0, 0, 0]);
  expect(await jobs(site)).toMatchObject([{ parts: PARTS, counts: { total_rows: ROWS, bound: ROWS } }]);
});

test('BB-09, BB-10: without an answer the import stops and says so; leaving asks; Continue sends the rows again and doubles nothing', async ({
  page,
  site,
  context,
  problems,
}) => {
  problems.allow(/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/);
  let isLost = false;
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, async (route, offset) => {
    if (offset !== 20 || isLost) return route.continue();
    isLost = true;
    // The service binds the rows, and the page never gets the answer.
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await applyButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The service isn’t answering.' })).toBeVisible();
  await expect(page.getByText('rows were sent and got no answer', { exact: false })).toBeVisible();
  await checkA11y(page);
  await context.setOffline(false);
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => questions).toEqual(['beforeunload']);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(result(page)).toBeVisible();
  // The service knows that it bound them.
  expect(await counts(page)).toEqual([ROWS, 0, 0, 0, 0]);
  expect(await boundChannels(site)).toBe(ROWS);
  expect(await jobs(site)).toMatchObject([{ parts: PARTS, counts: { bound: ROWS } }]);
});

test('BB-09: a token that is revoked in the middle asks for another, and the import continues', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 401/);
  const { tokenId, token } = await site.issueToken({ label: 'Import', agentId: String(site.agentId) });
  let isRevoked = false;
  await openBulk(page, site, token);
  await openAndTry(page);
  await behindGateway(page, problems, async (route, offset) => {
    if (offset > 0 && !isRevoked) {
      isRevoked = true;
      await site.call('DELETE', 'api_tokens', { query: { id: String(tokenId) } });
    }
    await route.continue();
  });
  await applyButton(page).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await dialog.getByRole('textbox').fill(site.tokens.agent);
  await page.keyboard.press('Enter');
  await expect(result(page)).toBeVisible();
  expect(await counts(page)).toEqual([ROWS, 0, 0, 0, 0]);
});
