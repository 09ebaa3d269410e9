import type { Page } from 'playwright';
import { newToken } from '#server/tokens/token-format.ts';

/** Where a picture is taken: a page of the signed-in console, or of somebody who is not. */
export interface Shot {
  /** File name of the picture. */
  readonly name: string;
  readonly path: string | ((site: ShotSite) => string);
  readonly isSignedOut?: boolean;
  /** Before the page is opened: what the network does. */
  readonly arrange?: (page: Page) => Promise<unknown>;
  /** After it stands: what a person does. */
  readonly act?: (page: Page, site: ShotSite) => Promise<unknown>;
}

export interface ShotSite {
  readonly token: string;
  readonly ticketId: string;
}

const TICKETS = /resource=tickets\b/;

/** Every page and state. A new page adds its lines here. */
export const SHOTS: readonly Shot[] = [
  { name: 'sign-in', path: '/sign-in', isSignedOut: true },
  {
    name: 'sign-in-malformed',
    path: '/sign-in',
    isSignedOut: true,
    act: (page) => giveToken(page, `sck_${'0'.repeat(38)}`),
  },
  { name: 'sign-in-refused', path: '/sign-in', isSignedOut: true, act: (page) => giveToken(page, newToken('sck')) },
  { name: 'sign-in-accepted', path: '/sign-in', isSignedOut: true, act: (page, { token }) => giveToken(page, token) },
  { name: 'inbox', path: '/inbox' },
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
  { name: 'ticket', path: ({ ticketId }) => `/tickets/${ticketId}` },
  { name: 'ticket-activity', path: ({ ticketId }) => `/tickets/${ticketId}?tab=activity` },
  { name: 'ticket-absent', path: '/tickets/999999999' },
  { name: 'palette', path: '/inbox', act: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: '/inbox', act: (page) => page.keyboard.press('?') },
  { name: 'settings', path: '/settings/appearance' },
  { name: 'not-found', path: '/no-such-page' },
];

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
