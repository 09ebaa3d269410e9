import type { Page, Route } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { PageProblems } from '#e2e/support/page-problems.ts';
import { expect, test } from '#e2e/support/test.ts';
import { applyButton, bigFile, boundChannels, BULK, counts, dryRun, jobs, openBulk, openFile } from './bulk-support.ts';

const ROWS = 800;
const FILE = bigFile(ROWS);
const NAME = 'crm-export-full-2026-11.csv';
/** The gateway before the service takes a quarter of the file: it is split into four parts of 200 rows. */
const LIMIT = FILE.length / 3.5;
const PARTS = 4;

const isApply = (url: string) => BULK.test(url) && !url.includes('dry_run');
const offsetOf = (url: string) => Number(new URL(url).searchParams.get('line_offset'));
const done = (page: Page) => page.getByRole('heading', { name: /rows are done/ });
const result = (page: Page) => page.getByRole('heading', { name: 'All 800 rows were applied.' });
const noAnswer = (page: Page) =>
  page.getByText('No answer from the service. The import continues once', { exact: false });

const TOO_LARGE = {
  status: 413,
  json: { ok: false, error: { code: 'body_too_large', message: 'The body is too large' } },
};

/** Puts the gateway before the service; what it takes is handed to the test before it goes on. */
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

/** Lets the first part through and holds the others, until it is called. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent: number[] = [];
  return {
    release: resolve,
    sent,
    onPart: async (route: Route, offset: number) => {
      sent.push(offset);
      if (offset > 0) await promise;
      await route.continue();
    },
  };
}

test('BB-09, BB-11: what is too large for a gateway is split by itself, and the import shows how far it is', async ({
  page,
  site,
  problems,
}) => {
  const held = hold();
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, held.onPart);
  await applyButton(page).click();
  await expect(done(page)).toContainText('200 of 800 rows are done.');
  const progress = page.getByRole('progressbar', { name: 'Progress of the import' });
  await expect(progress).toHaveAttribute('aria-valuenow', '200');
  await checkA11y(page);
  held.release();
  await expect(result(page)).toBeVisible();
  expect(
    held.sent.toSorted((a, b) => a - b),
    'each part is sent once',
  ).toEqual([0, 200, 400, 600]);
  expect(await counts(page)).toEqual([ROWS, 0, 0, 0, 0]);
  expect(await jobs(site)).toMatchObject([{ parts: PARTS, counts: { total_rows: ROWS, bound: ROWS } }]);
});

test('BB-09, BB-10: a stop asks, keeps what is applied, and says how to send the rest', async ({
  page,
  site,
  problems,
}) => {
  const held = hold();
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, held.onPart);
  await applyButton(page).click();
  await expect(done(page)).toContainText('200 of 800');
  await page.getByRole('button', { name: 'Stop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop after 200 rows?' });
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopping after the rows that are on their way')).toBeVisible();
  held.release();
  await expect(page.getByText('It was stopped; 200 rows were not sent.', { exact: false })).toBeVisible();
  await checkA11y(page);
  expect(await boundChannels(site)).toBe(600);
  // The same file again sends the rest, and goes over what was bound.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Imports' })).toContainText('Bound 600');
  await openAndTry(page);
  await applyButton(page).click();
  await expect(result(page)).toBeVisible();
  expect(await counts(page)).toEqual([200, 600, 0, 0, 0]);
  expect(await boundChannels(site)).toBe(ROWS);
});

test('BB-09, BB-10: an answer that is lost doubles nothing: its rows are sent again and count once', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/, /ERR_FAILED/);
  let isLost = false;
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, async (route, offset) => {
    if (offset !== 200 || isLost) return route.continue();
    isLost = true;
    // The service does it, and the page never gets the answer.
    await route.fetch();
    await route.abort();
  });
  await applyButton(page).click();
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
  // The service knows that it bound them.
  expect(await counts(page)).toEqual([ROWS, 0, 0, 0, 0]);
  expect(await boundChannels(site)).toBe(ROWS);
  expect(await jobs(site)).toMatchObject([{ parts: PARTS, counts: { bound: ROWS } }]);
});

test('BB-09, BB-11: where the service refuses in the middle, the result says why and how to send the rest', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, (route, offset) =>
    offset === 400
      ? route.fulfill({ status: 500, json: { ok: false, error: { code: 'internal_error', message: 'Oh no' } } })
      : route.continue(),
  );
  await applyButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The service stopped the import.' })).toBeVisible();
  await expect(page.getByText('To send the rest, apply the file again', { exact: false })).toBeVisible();
  await checkA11y(page);
  await page.unrouteAll();
  await page.getByRole('navigation', { name: 'Steps of the import' }).getByRole('link', { name: 'Dry run' }).click();
  await applyButton(page).click();
  await expect(result(page)).toBeVisible();
  expect(await boundChannels(site)).toBe(ROWS);
});

test('BB-09: a lost network is waited for', async ({ page, site, context, problems }) => {
  problems.allow(/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/);
  let isLost = false;
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, async (route, offset) => {
    if (offset === 0 || isLost) return route.continue();
    isLost = true;
    await context.setOffline(true);
    await route.abort();
  });
  await applyButton(page).click();
  await expect(noAnswer(page)).toBeVisible();
  await checkA11y(page);
  await context.setOffline(false);
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
  expect(await counts(page)).toEqual([ROWS, 0, 0, 0, 0]);
});

test(
  'BB-09: a service that is killed in the middle and comes back has every row once',
  { tag: '@alone' },
  async ({ page, ownService, problems }) => {
    problems.allow(/Failed to load resource/, /ERR_CONNECTION/);
    const before = await boundChannels(ownService);
    let isKilled = false;
    await openBulk(page, ownService);
    await openAndTry(page);
    await behindGateway(page, problems, async (route, offset) => {
      if (offset > 0 && !isKilled) {
        isKilled = true;
        const sent = route.continue();
        ownService.process()?.kill('SIGKILL');
        await sent;
      } else await route.continue();
    });
    await applyButton(page).click();
    await expect(noAnswer(page)).toBeVisible();
    await ownService.restart();
    await expect(result(page)).toBeVisible({ timeout: 30_000 });
    expect(await boundChannels(ownService)).toBe(before + ROWS);
    expect(await counts(page)).toEqual([ROWS, 0, 0, 0, 0]);
  },
);

test('BB-09: a token that is revoked in the middle asks for another, and the import goes on', async ({
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

test('BB-09, BB-11: a service that has too much to do is waited for, as long as it says', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of (?:503|429)/);
  const refusals = [503, 429];
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, (route) => {
    const status = refusals.shift();
    if (status === undefined) return route.continue();
    const error = { code: status === 503 ? 'overloaded' : 'rate_limited', message: 'Too much to do' };
    return route.fulfill({ status, headers: { 'Retry-After': '2' }, json: { ok: false, error } });
  });
  await applyButton(page).click();
  await expect(page.getByText(/(?:is busy|has used its requests for this minute)\. Continues in \d s\./)).toBeVisible();
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
  expect(refusals).toEqual([]);
});

test('BB-09: leaving the page in the middle asks, and stops the import', async ({ page, site, problems }) => {
  const held = hold();
  await openBulk(page, site);
  await openAndTry(page);
  await behindGateway(page, problems, held.onPart);
  await applyButton(page).click();
  await expect(done(page)).toContainText('200 of 800');
  const primary = page.getByRole('navigation', { name: 'Primary' });
  await primary.getByRole('link', { name: 'Customers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave while rows are being applied?' });
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await primary.getByRole('link', { name: 'Customers' }).click();
  await dialog.getByRole('button', { name: 'Stop and leave' }).click();
  await expect(page).toHaveURL(/\/customers/);
  held.release();
  await primary.getByRole('link', { name: 'Bulk bind' }).click();
  await page.getByRole('navigation', { name: 'Steps of the import' }).getByRole('link', { name: 'Result' }).click();
  await expect(page.getByText('It was stopped; 200 rows were not sent.', { exact: false })).toBeVisible();
});
