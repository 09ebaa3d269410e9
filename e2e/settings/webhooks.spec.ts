import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test as base } from '#e2e/support/test.ts';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';

/** A receiver that checks signatures. */
interface CheckingReceiver extends Receiver {
  secret: string;
  /** Whether it answers 503 to everything. */
  isBroken: boolean;
  /** How many it refused for their signature. */
  refused: number;
}

const test = base.extend<{ receiver: CheckingReceiver }>({
  receiver: async ({}, use) => {
    const receiver: CheckingReceiver = Object.assign(await startReceiver(), {
      secret: '',
      isBroken: false,
      refused: 0,
    });
    receiver.answer((response, { headers, body }) => {
      if (receiver.isBroken) return void response.writeHead(503).end('closed for stocktaking');
      const key = Buffer.from(receiver.secret.slice('whsec_'.length), 'base64');
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      const isRight = String(headers['webhook-signature']).split(' ').includes(expected);
      if (!isRight) receiver.refused += 1;
      response.writeHead(isRight ? 200 : 401).end(isRight ? 'taken' : 'no signature is right');
    });
    await use(receiver);
    await receiver.close();
  },
});

const Made = z.object({ data: z.object({ id: z.number(), secret: z.string() }) });

/** Creates a webhook for the receiver and gives it the secret. */
async function subscribe(site: OwnSite, receiver: CheckingReceiver, fields: object = {}): Promise<number> {
  const body = { url: receiver.url, description: 'CRM', events: ['ticket.created'], ...fields };
  const { json } = await site.call('POST', 'webhook_subscriptions', { body });
  const { id, secret } = Made.parse(json).data;
  receiver.secret = secret;
  return id;
}

/** How many deliveries are in a state, and their smallest number of attempts. */
async function deliveries(site: OwnSite, state: string): Promise<readonly [number, number]> {
  const [row] = await site.query`select count(*)::integer as n, coalesce(min(attempt_count), 0) as tries
    from webhook_delivery where site_id = ${site.siteId} and state = ${state}`;
  return [Number(row?.['n']), Number(row?.['tries'])];
}

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();
const figure = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true }).locator('+ dd');
const choose = async (page: Page, verb: string) => {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: verb }).click();
};

/** Reads and copies the secret, and closes its dialog. */
async function takeSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title });
  const field = dialog.getByRole('textbox', { name: 'Signing secret' });
  await expect(field).toHaveValue(/^whsec_[0-9A-Za-z+/]{43}=$/);
  const secret = await field.inputValue();
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  return secret;
}

/** Everything that a script of the page can read. */
async function tracesOf(page: Page): Promise<string> {
  const found = await page.evaluate(() => [
    ...[location.href, JSON.stringify(history.state), JSON.stringify({ ...localStorage, ...sessionStorage })],
    ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
  ]);
  return [await page.content(), ...found].join('\n');
}

test('SET-04, SET-05, SET-06, SET-07, SET-08, SET-09, SET-12: a webhook is added, tested, fails, recovers, rotates its secret while events flow, and is deleted', async ({
  page,
  context,
  site,
  clock,
  receiver,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signIn(page, site, { path: '/settings/webhooks' });
  await expect(page.getByText('No webhooks yet')).toBeVisible();

  // Add: the address is checked while typing, and each event has a sample.
  await expect(page.getByRole('main').getByRole('button', { name: 'Add webhook' }).first()).toBeVisible();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  const address = form.getByRole('textbox', { name: 'Address' });
  await expect(address).toBeFocused();
  await address.fill('https://10.0.0.7/hooks');
  await expect(form).toContainText('it must not be a private or local address');
  await address.fill(receiver.url);
  await form.getByRole('textbox', { name: 'Description' }).fill('CRM');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(form).toContainText('Choose at least one event.');
  await form.getByRole('checkbox', { name: /^ticket\.created/ }).check();
  await expect(form.getByRole('group', { name: 'ticket' })).toContainText('ticket.created');
  await checkA11y(page);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const first = await takeSecret(page, 'Webhook added');
  receiver.secret = first;
  await expect(page).toHaveURL(/\/settings\/webhooks\?id=\d+$/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'CRM' })).toBeVisible();
  await checkA11y(page);

  // Test: the attempt is shown as it happens.
  await main.getByRole('button', { name: 'Send test' }).click();
  const sending = page.getByRole('dialog', { name: 'Send a test to CRM' });
  await sending.getByRole('combobox', { name: 'Event' }).selectOption('ticket.created');
  await expect(sending.getByRole('code')).toContainText('"ticket_number": 1045');
  await sending.getByRole('button', { name: 'Send test' }).click();
  const drawer = page.getByRole('dialog', { name: /^Delivery \d+$/ });
  await expect(drawer).toContainText('Delivered');
  await expect(drawer).toContainText('Status 200');
  await expect(drawer).toContainText('taken');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  // Failing: the page says why, and when the next attempt is.
  receiver.isBroken = true;
  await makeTicket(site);
  await makeTicket(site);
  await expect.poll(() => deliveries(site, 'pending')).toEqual([2, 1]);
  await refresh(page);
  await expect(main.getByText('Failing', { exact: true })).toBeVisible();
  await expect(main).toContainText(
    '2 deliveries are tried again automatically, for up to three days. Last answer: Status 503.',
  );
  await expect(figure(page, 'Waiting')).toHaveText('2');
  await expect(figure(page, 'Next attempt')).toContainText('Today');
  await main
    .getByRole('button', { name: /ticket\.created delivery/ })
    .first()
    .click();
  await expect(drawer).toContainText('closed for stocktaking');
  await page.keyboard.press('Escape');
  // Skips eight attempts over three days: the service makes the tenth.
  await site.query`update webhook_delivery set attempt_count = 9 where site_id = ${site.siteId} and state = 'pending' returning 1 as one`;
  await clock.advance(10_000);
  await expect.poll(() => deliveries(site, 'failed')).toEqual([2, 10]);

  // Repaired: missed deliveries are counted, then resent.
  receiver.isBroken = false;
  await refresh(page);
  await main.getByRole('button', { name: 'Recover failed…' }).click();
  const recovery = page.getByRole('dialog', { name: 'Recover failed deliveries of CRM' });
  await recovery.getByRole('combobox', { name: 'Failed in the last' }).selectOption('hour');
  await expect(recovery).toContainText('2 deliveries failed and will be sent again.');
  await recovery.getByRole('button', { name: 'Resend 2 deliveries' }).click();
  await expect(page.getByText('2 deliveries queued')).toBeVisible();
  await expect.poll(() => deliveries(site, 'succeeded')).toEqual([3, 1]);
  await refresh(page);
  await expect(main.getByText('Active', { exact: true })).toBeVisible();
  await expect(figure(page, 'Success, 24 h')).toContainText('3 delivered, 2 failed');
  // One delivery is resent from the log.
  await main.getByRole('link', { name: 'Open the log' }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
  await expect(page).toHaveURL(/webhook=\d+&state=failed/);
  await page
    .getByRole('button', { name: /^Resend delivery/ })
    .first()
    .click();
  await expect.poll(() => deliveries(site, 'succeeded')).toEqual([4, 1]);
  await page.goBack();
  await page.goBack();

  // Rotate: the receiver has the old secret, then the new one, and refuses nothing.
  await choose(page, 'Rotate secret');
  await page
    .getByRole('dialog', { name: 'Rotate the signing secret' })
    .getByRole('button', { name: 'Rotate secret' })
    .click();
  const confirmation = page.getByRole('dialog', { name: 'Enter your API token' });
  await confirmation.getByRole('textbox', { name: 'API token' }).fill(site.token);
  await confirmation.getByRole('button', { name: 'Continue' }).click();
  const second = await takeSecret(page, 'New signing secret');
  expect(second).not.toBe(first);
  await makeTicket(site);
  await expect.poll(() => deliveries(site, 'succeeded')).toEqual([5, 1]);
  receiver.secret = second;
  await makeTicket(site);
  await expect.poll(() => deliveries(site, 'succeeded')).toEqual([6, 1]);
  await expect(main).toContainText(/Both signatures are sent until .+ \((?:1d|23h 59m) left\)/);
  await main.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /Rotate secret/ })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'End overlap now' }).click();
  await page
    .getByRole('dialog', { name: 'End the overlap of CRM?' })
    .getByRole('button', { name: 'End overlap' })
    .click();
  await expect(page.getByText('Only the new secret signs now')).toBeVisible();
  await expect(main).not.toContainText('Both signatures');
  expect(receiver.refused).toBe(0);

  await choose(page, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete CRM?' });
  await expect(question).toContainText('Its delivery log is deleted with it.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();

  // No secret is left, also not in the log of API calls.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('show api calls');
  await page.keyboard.press('Enter');
  const calls = page.getByRole('dialog');
  await calls.getByText('PATCH').first().click();
  await settled(page);
  const traces = [await tracesOf(page), ...asked].join('\n');
  for (const secret of [first, second, site.token]) {
    expect(traces).not.toContain(secret);
    expect(traces).not.toContain(encodeURIComponent(secret));
  }
});

test('SET-04, SET-11: a disabled webhook says why, and an accepted test enables it; an address is checked, personal data needs the session’s token, and pausing says its effect', async ({
  page,
  site,
  receiver,
  problems,
}) => {
  problems.allow(/400|409/);
  const id = await subscribe(site, receiver);
  receiver.answer(410);
  await makeTicket(site);
  await expect.poll(() => deliveries(site, 'failed')).toEqual([1, 1]);
  await signIn(page, site, { path: '/settings/webhooks' });
  const row = page.getByRole('row').filter({ hasText: 'CRM' });
  await expect(row).toContainText('Disabled');
  await expect(row).toContainText('The receiver said it is gone');
  await checkA11y(page);
  await row.getByRole('link', { name: 'CRM' }).click();
  await expect(page).toHaveURL(new RegExp(`id=${id}$`));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'CRM' })).toBeFocused();
  await expect(main).toContainText('The receiver answered with status 410, Gone');
  receiver.answer(500);
  const enable = main.getByRole('button', { name: 'Send test and enable', exact: true });
  await enable.click();
  await expect(main).toContainText('The test failed, so the webhook stays disabled.');
  await expect(main.getByRole('row').filter({ hasText: 'webhook.test' })).toContainText('Status 500');
  receiver.answer(200);
  await enable.click();
  await expect(main.getByText('Active', { exact: true })).toBeVisible();

  await main.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit CRM' });
  await form.getByRole('textbox', { name: 'Address' }).fill('ftp://example.org');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toContainText('Address must be an https address');
  // The service's own refusal is shown at the field.
  await form.getByRole('textbox', { name: 'Address' }).fill('https://example.org:22/');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toContainText('Address must have port 443, 8443 or one from 1024');
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await form.getByRole('radio', { name: 'All events, also later ones' }).check();
  await form.getByText('Include personal data').click();
  await expect(form.getByRole('switch', { name: /Include personal data/ })).toBeChecked();
  await form.getByRole('button', { name: 'Save changes' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Enter your API token' });
  await expect(confirmation).toContainText('will send personal data');
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await confirmation.getByRole('textbox', { name: 'API token' }).fill(site.token);
  await confirmation.getByRole('button', { name: 'Continue' }).click();
  await expect(form).toHaveCount(0);
  await expect(main).toContainText('All events, also later ones');
  await expect(main).toContainText('Included: names, contacts and texts');
  await main.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('dialog')).toContainText('not queued and can’t be recovered later');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await expect(main.getByText('Paused', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Enable' }).click();
  await expect(main.getByText('Active', { exact: true })).toBeVisible();
  await main.getByRole('link', { name: 'All webhooks' }).click();
  await expect(row).toContainText('Active');
});
