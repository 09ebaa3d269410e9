import type { Page } from 'playwright';
import type { View } from '#src/panels/view-type.ts';
import { newToken } from '#server/tokens/token-format.ts';

/** A page to photograph, signed in or not. */
export interface Shot {
  /** File name of the picture. */
  readonly name: string;
  readonly path: string | ((site: ShotSite) => string);
  readonly isSignedOut?: boolean;
  /** On a phone this is in a menu. */
  readonly isWide?: true;
  /** Before the page is opened: what the network does. */
  readonly arrange?: (page: Page) => Promise<unknown>;
  /** Actions on the loaded page. */
  readonly act?: (page: Page, site: ShotSite) => Promise<unknown>;
}

export interface ShotSite {
  readonly token: string;
  readonly ticketId: string;
}

const TICKETS = /resource=tickets\b/;

/** The page of each view and the places below it. */
export function shotsOf(views: readonly View[]): readonly Shot[] {
  return views.flatMap(({ id, path, places = [] }) => [
    { name: id, path },
    ...places
      .filter((place) => place.path !== path && place.isVerb === undefined)
      .map((place) => ({ name: `${id}-${place.key}`, path: place.path })),
  ]);
}

/** States of pages, and pages that are no view's. */
export const STATES: readonly Shot[] = [
  { name: 'sign-in', path: '/sign-in', isSignedOut: true },
  {
    name: 'sign-in-malformed',
    path: '/sign-in',
    isSignedOut: true,
    act: (page) => giveToken(page, `sck_${'0'.repeat(44)}`),
  },
  { name: 'sign-in-refused', path: '/sign-in', isSignedOut: true, act: (page) => giveToken(page, newToken('sck', 1n)) },
  { name: 'sign-in-accepted', path: '/sign-in', isSignedOut: true, act: (page, { token }) => giveToken(page, token) },
  { name: 'inbox-ticket', path: ({ ticketId }) => `/inbox?status=all&ticket=${ticketId}` },
  { name: 'inbox-table', path: '/inbox?layout=table' },
  { name: 'inbox-table-ticket', path: ({ ticketId }) => `/inbox?status=all&layout=table&ticket=${ticketId}` },
  { name: 'inbox-waiting', path: '/inbox?order_by=waiting' },
  { name: 'inbox-filtered', path: '/inbox?status=open,pending&priority=urgent,high' },
  { name: 'inbox-empty', path: '/inbox?q=nobody-wrote-this' },
  { name: 'inbox-ignored-parameters', path: '/inbox?status=lost&order_by=colour' },
  { name: 'inbox-loading', path: '/inbox', arrange: (page) => page.route(TICKETS, () => undefined) },
  {
    name: 'inbox-error',
    path: '/inbox',
    arrange: (page) => page.route(TICKETS, (route) => route.fulfill(BROKEN)),
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
  { name: 'inbox-offline', path: '/inbox', act: (page) => page.context().setOffline(true) },
  { name: 'inbox-selected', path: '/inbox', act: selectSome },
  { name: 'inbox-selected-all', path: '/inbox?status=all', act: selectAll },
  { name: 'inbox-table-selected', path: '/inbox?layout=table', act: selectSome },
  { name: 'inbox-job', path: '/inbox?status=all', act: changeSome },
  { name: 'inbox-table-job', path: '/inbox?status=all&layout=table', act: changeSome },
  { name: 'inbox-hold', path: '/inbox?status=all', act: closeAll },
  { name: 'inbox-picker', path: '/inbox', act: (page) => pressOnRow(page, 'a') },
  { name: 'inbox-snooze', path: '/inbox', act: (page) => pressOnRow(page, 'z') },
  { name: 'inbox-filter-menu', path: '/inbox?status=all', act: openFilters },
  { name: 'new-ticket', path: '/inbox', act: newTicket },
  { name: 'ticket', path: ({ ticketId }) => `/tickets/${ticketId}` },
  { name: 'ticket-activity', path: ({ ticketId }) => `/tickets/${ticketId}?tab=activity` },
  { name: 'ticket-absent', path: '/tickets/999999999' },
  { name: 'ai-usage-90-days', path: '/ai/usage?days=90&metric=tokens' },
  { name: 'ai-usage-month-before', path: () => `/ai/usage?${monthBefore()}` },
  { name: 'ai-caps-edited', path: '/ai/usage?edit=true&budget=750&action=hard' },
  { name: 'ai-usage-models', path: '/ai/usage?by=model' },
  { name: 'ai-calls', path: '/ai/usage/calls?status=error' },
  {
    name: 'ai-usage-error',
    path: '/ai/usage',
    arrange: (page) => page.route(/resource=ai_/, (route) => route.fulfill(BROKEN)),
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
  { name: 'ai-usage-loading', path: '/ai/usage', arrange: (page) => page.route(/resource=ai_/, () => undefined) },
  { name: 'csat-year', path: '/csat?days=365&definition=share_good' },
  {
    name: 'csat-error',
    path: '/csat',
    arrange: (page) => page.route(/report=/, (route) => route.fulfill(BROKEN)),
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'health-rules',
    isWide: true,
    path: '/health',
    act: async (page) => {
      await press(page, 'More');
      await page.getByRole('menuitem', { name: 'Change the rules' }).click();
    },
  },
  {
    name: 'health-partly',
    path: '/health',
    arrange: (page) => page.route(/resource=health_overview/, (route) => route.fulfill(BROKEN)),
    act: (page) => page.getByText('Only part of this page').waitFor(),
  },
  { name: 'customers-merge-by-hand', path: '/customers/merge?hand=1' },
  {
    name: 'customers-merge-error',
    path: '/customers/merge',
    arrange: (page) => page.route(/resource=customer_/, (route) => route.fulfill(BROKEN)),
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
  { name: 'customers-merges', path: '/customers/merges' },
  { name: 'customers', path: '/customers', act: (page) => page.keyboard.press('j') },
  { name: 'customers-nobody', path: '/customers?q=nobody@riders.example' },
  { name: 'customers-new', path: '/customers?new=1&q=nobody@riders.example' },
  { name: 'customer', path: '/customers/27' },
  { name: 'customer-edit', path: '/customers/27', act: (page) => press(page, /^Edit/) },
  { name: 'customer-bind', path: '/customers/27', act: (page) => page.keyboard.press('b') },
  { name: 'customers-export', isWide: true, path: '/customers', act: (page) => press(page, 'Download CSV') },
  { name: 'tags-new', path: '/settings/tags', act: (page) => press(page, 'New tag') },
  { name: 'hours-import', isWide: true, path: '/manage/hours/dates', act: (page) => press(page, 'Import .ics') },
  { name: 'hours-edited', isWide: true, path: '/manage/hours', act: (page) => press(page, 'Add a window on Sunday') },
  { name: 'portal-issue', path: '/customers/27', act: (page) => press(page, 'Issue portal link') },
  { name: 'portal-revoke', path: '/manage/portal-tokens', act: (page) => press(page, /^Actions for/) },
  { name: 'bulk-bind-columns', path: '/manage/bulk-bind', act: chooseFile },
  {
    name: 'bulk-bind-dry-run',
    path: '/manage/bulk-bind',
    act: async (page) => {
      await chooseFile(page);
      await press(page, /^Dry run \d/);
      await page.getByText(/can be applied/).waitFor();
    },
  },
  { name: 'inbox-save-view', isWide: true, path: '/inbox?priority=urgent', act: (page) => press(page, 'Save view') },
  {
    name: 'palette',
    path: '/inbox',
    async act(page) {
      await page.locator('[data-row] a').first().waitFor();
      await page.keyboard.press('Control+k');
    },
  },
  { name: 'shortcuts', path: '/inbox', act: (page) => page.keyboard.press('?') },
  { name: 'not-found', path: '/no-such-page' },
];

/** The month before this one, in UTC, as the address has it. */
function monthBefore(): string {
  const now = new Date();
  const [from, to] = [-1, 0].map((months) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10),
  );
  return `from=${from}&to=${to}`;
}

const BROKEN = {
  status: 500,
  contentType: 'application/json',
  headers: { 'X-SVC-Request-Id': 'req_0123456789abcdefghijkl' },
  body: JSON.stringify({ ok: false, error: { code: 'internal_error', message: 'Something went wrong' } }),
};

async function giveToken(page: Page, token: string): Promise<void> {
  await page.getByRole('textbox').first().fill(token);
  await page.keyboard.press('Enter');
}

/** Ticks the first rows. The bar appears once the list is loaded. */
async function selectSome(page: Page): Promise<void> {
  for (const index of [0, 1, 3, 4]) await page.locator(`[data-row="${index}"]`).getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Change the selected tickets' }).waitFor();
}

async function selectAll(page: Page): Promise<void> {
  await selectSome(page);
  await page.getByRole('button', { name: /^Select all/ }).click();
}

/** More than may be changed without a question. */
async function closeAll(page: Page): Promise<void> {
  await selectAll(page);
  await page.keyboard.press('Shift+E');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close \d/ })
    .waitFor();
}

/** Another agent changes one of the tickets meanwhile, so that the job ends with a conflict. */
async function changeSome(page: Page, { token }: ShotSite): Promise<void> {
  await page.route(/resource=tickets_bulk/, async (route) => {
    const first = /"items":\[\{"id":"?(\d+)/.exec(route.request().postData() ?? '')?.[1];
    if (first !== undefined) {
      const url = new URL('/v1/api.ashx?resource=ticket', page.url()).href;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await page.request.patch(url, { headers, data: `{"id":${first},"status":"resolved"}` });
    }
    await route.continue();
  });
  await selectSome(page);
  await page.keyboard.press('p');
  await page
    .getByText(/failed/)
    .first()
    .waitFor();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
}

/** A list of another program with what such lists have. */
async function chooseFile(page: Page): Promise<void> {
  const rows = ['channel;handle_id;email;mobile;nick;crm_owner'];
  for (let at = 0; at < 400; at += 1) {
    const channel = at % 40 === 3 ? 'telegram' : at % 30 === 7 ? 'wa' : at % 3 === 0 ? 'sms' : 'whatsapp';
    const id = at % 60 === 9 ? '4.91516E+12' : `+49151${5_550_000 + at}`;
    rows.push(`${channel};${id};${at % 50 === 4 ? '' : `rider${at}@riders.example`};;Rider ${at};J. Ortiz`);
  }
  const buffer = Buffer.from(rows.join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'crm-handles.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^Dry run \d/ }).waitFor();
}

async function newTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New ticket' }).click();
  await page.getByRole('dialog').waitFor();
}

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('dialog').waitFor();
}

async function pressOnRow(page: Page, key: string): Promise<void> {
  await selectSome(page);
  await page.keyboard.press('Escape');
  await page.locator('[data-row="1"]').focus();
  await page.keyboard.press(key);
}
