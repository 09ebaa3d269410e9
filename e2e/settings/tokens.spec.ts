import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { OwnSite, Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { TestClock } from '#e2e/support/test-clock.ts';
import { tracesOf } from '#e2e/support/traces.ts';

const PAGE = '/settings/tokens';
const DAY_MS = 86_400_000;
const RAW = /^sck_[0-9A-Za-z]{44}$/;

const rowOf = (page: Page, label: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Details of ${label},` }) });
const revealOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Copy this API token now' });
const confirmOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Enter your API token' });
const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Issue an API token' });
const issueButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'Issue API token' });

async function open(page: Page, site: Site, { token = site.token, path = PAGE } = {}): Promise<void> {
  await signIn(page, site, { path, token });
  await expect(page.getByRole('heading', { level: 2, name: /needs? a look/ })).toBeVisible();
}

/** @param row the row to act on; the first with this label unless given */
async function choose(page: Page, label: string, verb: string, row = rowOf(page, label).first()): Promise<void> {
  await row.getByRole('button', { name: `Actions for ${label},` }).click();
  await page.getByRole('menuitem', { name: verb }).click();
}

async function confirm(page: Page, token: string): Promise<void> {
  await confirmOf(page).getByRole('textbox', { name: 'API token' }).fill(token);
  await confirmOf(page).getByRole('button', { name: 'Continue' }).click();
}

/** Reads the shown token and closes its dialog. */
async function takeToken(page: Page): Promise<string> {
  const field = revealOf(page).getByRole('textbox', { name: 'API token' });
  await expect(field).toHaveValue(RAW);
  const token = await field.inputValue();
  await revealOf(page).getByRole('button', { name: 'Done' }).click();
  await revealOf(page).getByRole('button', { name: 'Close without copying' }).click();
  await expect(revealOf(page)).toHaveCount(0);
  return token;
}

const statusOf = async (site: Site, token: string): Promise<number> =>
  (await site.call('GET', 'whoami', { token })).status;

interface Past {
  readonly scopes?: readonly string[];
  /** Days from now, negative in the past. */
  readonly ends?: number;
  readonly used?: number;
}

/** A token issued half a year ago. */
async function makeToken(
  site: OwnSite,
  clock: TestClock,
  label: string,
  { scopes = ['read'], ends = 180, used = -1 }: Past = {},
): Promise<string> {
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
  const { tokenId, token } = await site.issueToken({ label, scopes, rateLimitPerMin: 600, expiresUtc: at(300) });
  await site.query`update api_token set created_utc = ${at(-180)}::timestamptz, expires_utc = ${at(ends)}::timestamptz,
    last_used_utc = ${at(used)}::timestamptz, request_count = 6118 where id = ${tokenId}`;
  return token;
}

test('SET-01, SET-03: the list of API tokens with those that need a look first; search, filters and details are in the URL', async ({
  page,
  site,
  clock,
}) => {
  await makeToken(site, clock, 'CRM importer', { scopes: ['channels:bulk', 'customers:write'], ends: 9 });
  const mailer = await makeToken(site, clock, 'Portal mailer', { scopes: ['portal_tokens:write'], used: -104 });
  await makeToken(site, clock, 'Website chat', { scopes: ['visitors:write', 'events:write', 'read'] });
  await makeToken(site, clock, 'Long over', { ends: -40, used: -60 });
  await open(page, site, { path: `${PAGE}?show=ended` });
  await expect(rowOf(page, 'Long over')).toContainText('Expired');
  await page.getByRole('button', { name: 'Current 6' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '2 of 6 API tokens need a look' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'API tokens' }).locator('tbody tr');
  const labels = ['CRM importer', 'Portal mailer', 'End to end', 'R', 'R', 'Website chat'];
  await expect(rows).toContainText(labels);
  await expect(rows.nth(2)).toContainText('This session');
  const importer = rowOf(page, 'CRM importer');
  await expect(importer).toContainText(/Ends soon.*Customers.*Bulk bind.*by an admin command.*6,118.*in 9 days/);
  await expect(rowOf(page, 'Portal mailer')).toContainText('unused for 104 days');
  await expect(rowOf(page, 'Website chat')).toContainText('Visitors');
  await expect(page.getByText('6 of 7')).toBeVisible();
  await checkA11y(page);

  // Filters: each count is the number of its rows, and Back undoes one.
  for (const [name, label] of [
    ['Ends within 14 days', 'CRM importer'],
    ['Unused for 90 days', 'Portal mailer'],
    ['Revoked or expired', 'Long over'],
  ] as const) {
    await page.getByRole('button', { name: `${name} 1` }).click();
    await expect(rows).toHaveCount(1);
    await expect(rowOf(page, label)).toBeVisible();
  }
  await expect(page).toHaveURL(/show=ended/);
  await page.getByRole('button', { name: 'Current 6' }).click();

  // A pasted token finds its row, and is cut to its prefix before it reaches the URL.
  await page.keyboard.press('/');
  await page.keyboard.insertText(mailer);
  await expect(rows).toHaveCount(1);
  await expect(rowOf(page, 'Portal mailer')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${mailer.slice(0, 14)}$`));
  await page.getByRole('searchbox').fill('no such label');
  await expect(page.getByText('No API tokens match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  // By keyboard to the details, which have a URL, and back to the row.
  await expect(rows).toHaveCount(6);
  await page.getByRole('button', { name: 'Details of CRM importer' }).press('Enter');
  const details = page.getByRole('dialog', { name: 'CRM importer' });
  await expect(details).toContainText('Bind channels from a file');
  await expect(details.getByRole('link', { name: 'What it changed, in the audit log' })).toBeVisible();
  await expect(page).toHaveURL(/id=\d+/);
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Details of CRM importer' })).toBeFocused();
});

test('SET-02: a token is issued, rotated while its client runs, renamed and revoked; the session’s own token confirms it and no secret stays', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/status of 40[13]/);
  await signIn(page, site, { path: '/settings/appearance' });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('issue api token');
  await page.getByRole('option', { name: /^Issue API token/ }).click();
  const form = formOf(page);
  await expect(page).toHaveURL(/\/settings\/tokens$/);
  await form.getByRole('textbox', { name: 'Label' }).fill('Warehouse scanner');
  await form.getByRole('button', { name: 'Importer' }).click();
  await form.getByRole('checkbox', { name: /^visitors:write/ }).click();
  await form.getByRole('checkbox', { name: /^events:write/ }).click();
  await form.getByRole('radio', { name: '30', exact: true }).click();
  await expect(form).toContainText(/On \d+ \w+( \d{4})?, \d\d:\d\d UTC\./);
  await form.getByRole('combobox', { name: 'Speaks for' }).selectOption('Robin Tester');
  await checkA11y(page);
  await form.getByRole('button', { name: /Issue API token/ }).click();

  // Another token is refused, then the right one confirms.
  await expect(confirmOf(page)).toContainText('End to end');
  await confirm(page, site.tokens.agent);
  await expect(confirmOf(page)).toContainText('This is another API token.');
  await confirm(page, site.token);
  await expect(revealOf(page).getByRole('textbox', { name: 'API token' })).toHaveValue(RAW);
  await checkA11y(page);
  const shown = await revealOf(page).getByRole('textbox', { name: 'API token' }).inputValue();
  expect((await tracesOf(page)).split(shown)).toHaveLength(3);
  const first = await takeToken(page);
  await expect(rowOf(page, 'Warehouse scanner')).toContainText(/Bulk bind.*by End to end/);
  const granted = z.object({ data: z.object({ scopes: z.array(z.string()), agent_id: z.string() }) });
  expect(granted.parse((await site.call('GET', 'whoami', { token: first })).json).data).toEqual({
    scopes: ['ingest:write', 'channels:bulk'],
    agent_id: site.agentId,
  });
  expect((await site.call('POST', 'tickets', { token: first, body: { subject: 'No' } })).status).toBe(403);

  // A client calls all the time, first with the old token, then with the new one: as often as the page draws, which stays
  // within the token's allowance.
  let [used, isRunning, calls] = [first, true, 0];
  const refused: number[] = [];
  const client = (async () => {
    for (; isRunning; calls += 1) {
      const status = await statusOf(site, used);
      if (status !== 200) refused.push(status);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
  })();
  await choose(page, 'Warehouse scanner', 'Rotate');
  const rotate = page.getByRole('dialog', { name: 'Rotate Warehouse scanner' });
  await rotate.getByRole('radio', { name: '1 hour' }).click();
  await expect(rotate).toContainText(/Both work until \d+ \w+, \d\d:\d\d UTC\./);
  await rotate.getByRole('button', { name: 'Rotate' }).click();
  await confirm(page, site.token);
  const second = await takeToken(page);
  await expect(rowOf(page, 'Warehouse scanner')).toHaveCount(2);
  const old = rowOf(page, 'Warehouse scanner').filter({ hasText: first.slice(0, 14) });
  await expect(old).toContainText(/Rotated.*Both work until .*\d+m left/);
  expect(await statusOf(site, first)).toBe(200);
  used = second;
  const before = calls;
  await expect.poll(() => calls - before).toBeGreaterThan(5);
  isRunning = false;
  await client;
  expect(refused).toEqual([]);

  // Rename, then revoke.
  const fresh = rowOf(page, 'Warehouse scanner').filter({ hasText: second.slice(0, 14) });
  await choose(page, 'Warehouse scanner', 'Rename', fresh);
  await page.getByRole('dialog', { name: 'Rename API token' }).getByRole('textbox').fill('Scanner 2');
  await page.keyboard.press('Enter');
  await confirm(page, site.token);
  await choose(page, 'Scanner 2', 'Revoke');
  const revoke = page.getByRole('dialog', { name: 'Revoke Scanner 2' });
  await expect(revoke).toContainText('It stops at once');
  await expect(revoke.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await checkA11y(page);
  await revoke.getByRole('button', { name: 'Revoke' }).dblclick();
  await expect(rowOf(page, 'Scanner 2')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Details of/ }).first()).toBeFocused();
  expect(await statusOf(site, second)).toBe(401);
  expect(await statusOf(site, first)).toBe(200);

  // No secret is left, also not in the log of API calls.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('show api calls');
  await page.keyboard.press('Enter');
  const log = page.getByRole('dialog', { name: 'API calls' });
  await expect(log.getByText('api_tokens').first()).toBeVisible();
  // In one step, because a new call moves the others.
  await log.locator('details').evaluateAll((calls) => calls.forEach((call) => call.setAttribute('open', '')));
  await expect(log).toContainText('confirm_token');
  await settled(page);
  const traces = await tracesOf(page);
  const isLeft = (text: string) => traces.includes(text);
  expect(['confirm_token', 'getQueryCache', 'Scanner 2', first.slice(0, 14)].map(isLeft)).not.toContain(false);
  expect([first, second, site.token].map(isLeft)).not.toContain(true);

  await page.close();
  await clock.advance(61 * 60_000);
  expect(await statusOf(site, first)).toBe(401);
});

test('SI-04, SET-02: a token can’t give more than it has, and each disabled control says why; revoking it warns, and leads to the sign-in page', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/status of 401/);
  const ends = new Date(clock.now().getTime() + 60 * DAY_MS).toISOString();
  const scopes = ['read', 'admin:read', 'tokens:write', 'tickets:write'];
  const issuer = await site.issueToken({ label: 'Team lead', scopes, rateLimitPerMin: 500, expiresUtc: ends });
  await open(page, site, { token: issuer.token });
  await page.keyboard.press('n');
  const form = formOf(page);
  await expect(form.getByRole('radio', { name: '90', exact: true })).toHaveCount(0);
  await expect(form).toContainText(/Yours ends .* No token you issue can outlast it\./);
  await expect(form.getByRole('button', { name: 'Agent' })).toBeDisabled();
  const tags = form.getByRole('checkbox', { name: /^tags:write.*Team lead doesn’t have it/ });
  await expect(tags).toBeDisabled();
  await tags.click({ force: true });
  await expect(tags).not.toBeChecked();
  await form.getByRole('checkbox', { name: /^tickets:write/ }).check();
  await form.getByRole('textbox', { name: 'Expires after' }).fill('60');
  await form.getByRole('button', { name: /Issue API token/ }).click();
  await expect(form).toContainText('Enter 1 to 59 days.');
  await expect(form).toContainText('Label can’t be empty.');
  await checkA11y(page);
  await page.keyboard.press('Escape');
  // A token with more than one's own is not rotated.
  await rowOf(page, 'End to end').getByRole('button', { name: 'Actions for' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rotate' })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeEnabled();
  await page.keyboard.press('Escape');

  // Its own token needs time to sign in with the new one.
  await choose(page, 'Team lead', 'Rotate');
  await expect(page.getByRole('radio', { name: 'Not at all' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await choose(page, 'Team lead', 'Revoke');
  const dialog = page.getByRole('dialog', { name: 'Revoke Team lead' });
  await expect(dialog).toContainText('This is the token of your own session.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in with an API token' })).toBeVisible();
  expect(await statusOf(site, issuer.token)).toBe(401);

  // Reading the list is one scope, issuing another.
  const auditor = await site.issueToken({ label: 'Auditor', scopes: ['read', 'admin:read'] });
  await open(page, site, { token: auditor.token });
  await expect(issueButton(page)).toBeDisabled();
  await expect(issueButton(page)).toHaveAccessibleDescription(
    'This token lacks the scope tokens:write. A site administrator can issue one that has it.',
  );
});
