import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { follow } from '#e2e/customers/detail-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

interface Verbs {
  readonly path: string;
  /** Buttons on the page, by the required scope. */
  readonly shown?: Readonly<Record<string, readonly (string | RegExp)[]>>;
  /** The button of a menu, and its items by the required scope. */
  readonly menu?: { readonly button: string | RegExp; readonly lines: Readonly<Record<string, readonly string[]>> };
}

/** Every page with changes, and every verb on it. */
const pagesOf = (ticket: number, customer: number): readonly Verbs[] => [
  { path: '/inbox', shown: { 'tickets:write': [/^New ticket/] } },
  {
    path: `/tickets/${ticket}`,
    shown: { 'tickets:write': [/^Resolve/, /^Status:/, /^Priority:/, /^Assignee:/, /^Tags:/, /^Snoozed until:/] },
    menu: {
      button: /^More$/,
      lines: {
        'tickets:write': ['Set to pending', 'Close', 'Snooze'],
        'portal_tokens:write': ['Issue portal link'],
        'admin:read': ['History'],
      },
    },
  },
  {
    path: `/customers/${customer}`,
    shown: {
      'customers:write': [/^New customer/, /^Edit customer/, /^Add note/],
      'tickets:write': ['New ticket'],
      'portal_tokens:write': ['Issue portal link'],
      'channels:write': [/^Bind a channel/, /^Unbind /, /^Change handle of/],
    },
    menu: {
      button: /^More actions$/,
      lines: {
        'customers:write': ['Edit customer', 'Block', 'Erase this person’s data'],
        'admin:read': ['History', 'Export this person’s data'],
      },
    },
  },
  { path: '/customers/merge', shown: { 'customers:write': ['Not the same person', /^Merge \d+ into/] } },
  { path: '/customers/merges', shown: { 'customers:write': [/^Undo merge/] } },
  { path: '/csat', shown: { 'csat:write': ['Add a note', /^Delete the note/] } },
  { path: '/ai/usage', shown: { 'ai_limits:write': [/^Edit caps/], 'admin:read': ['History'] } },
  {
    path: '/manage/hours',
    shown: { 'calendar:write': ['Presets', 'Copy Monday to weekdays', 'Clear all'] },
    menu: { button: /^More$/, lines: { 'admin:read': ['History'] } },
  },
  { path: '/manage/hours/dates', shown: { 'calendar:write': ['Import .ics', 'Add a date'] } },
  {
    path: '/manage/portal-tokens',
    shown: { 'portal_tokens:write': ['Issue link'] },
    menu: {
      button: /^Actions for/,
      lines: { 'portal_tokens:write': ['Issue a link for this address', 'Revoke all links of this address'] },
    },
  },
  { path: '/manage/bulk-bind', shown: { 'channels:bulk': [/^Undo the import/] } },
  {
    path: '/settings/tags',
    shown: { 'tags:write': ['New tag'] },
    menu: {
      button: /^Actions for/,
      lines: { 'tags:write': ['Rename or colour', 'Merge into another tag', 'Delete'], 'admin:read': ['History'] },
    },
  },
  { path: '/settings/webhooks/log', shown: { 'webhooks:write': [/^Resend delivery/] } },
];

const Listed = z.object({ items: z.array(z.object({ id: z.number() })) });

/** Disabled, but reachable by keyboard, with the sentence of `src/api/write-access.ts`. */
async function expectOff(verb: Locator, scope: string): Promise<void> {
  const reason = `This token lacks the scope ${scope}. A site administrator can issue one that has it.`;
  await expect(verb).toHaveAttribute('aria-disabled', 'true');
  const said = await verb.evaluate((element) =>
    [
      element.textContent,
      element.getAttribute('aria-label'),
      element.getAttribute('title'),
      ...(element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    ].join(' '),
  );
  expect(said).toContain(reason);
}

async function visit(page: Page, { path, shown = {}, menu }: Verbs): Promise<void> {
  // As a link does it: no page is loaded twice.
  await follow(page, path);
  const main = page.locator('#main');
  for (const [scope, names] of Object.entries(shown)) {
    for (const name of names) {
      await test.step(`${path}: ${name}`, () => expectOff(main.getByRole('button', { name }).first(), scope));
    }
  }
  if (menu === undefined) return;
  await main.getByRole('button', { name: menu.button }).first().click();
  for (const [scope, lines] of Object.entries(menu.lines)) {
    for (const name of lines) {
      await test.step(`${path}: ${name}`, () => expectOff(page.getByRole('menuitem', { name }), scope));
    }
  }
  await page.keyboard.press('Escape');
}

test('SI-04, SI-09, SET-13: with a token that only reads, each verb of each page is off and names the scope that it needs', async ({
  page,
  demoSite,
}) => {
  const firstOf = async (resource: string, query: Readonly<Record<string, string>>): Promise<number> => {
    const { json } = await demoSite.call('GET', resource, { query: { ...query, limit: '1' } });
    const [first] = Listed.parse(json).items;
    if (first === undefined) throw new Error(`no ${resource}`);
    return first.id;
  };
  const ticket = await firstOf('tickets', { status: 'open' });
  const customer = await firstOf('customer_identities', { channel: 'whatsapp' });
  await signIn(page, demoSite);
  for (const verbs of pagesOf(ticket, customer)) await visit(page, verbs);
  await follow(page, '/settings/tokens');
  const scope = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(page.getByText('API tokens are issued by a site administrator.')).toBeVisible();
  await expect(scope('admin:read')).toContainText('Not allowed');
  await expect(scope('Read tickets, customers and reports.')).toContainText('Allowed');
  await follow(page, '/settings/audit');
  await expect(page.getByText('The audit log is for administrators')).toBeVisible();
  await expect(page.getByText('This token lacks the scope admin:read.')).toBeVisible();
});
