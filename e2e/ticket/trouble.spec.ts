import type { Page } from '@playwright/test';
import { makeTicket, makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, heading, note, reply } from './ticket-support.ts';

const send = (page: Page) => page.getByRole('button', { name: /^Send reply/ });
const trouble = (page: Page) => page.getByRole('alert').filter({ hasText: /reply/ });

/** Signs in, writes a reply, and leaves it unsent. */
async function write(page: Page, site: Site, text: string): Promise<number> {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).fill(text);
  return id;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The next comment does not reach the service: something before it answers so. */
async function refuseNext(page: Page, { status, code, message, headers = {} }: Refusal): Promise<void> {
  await intercept(
    page,
    /resource=ticket_comments/,
    (route) => route.fulfill({ status, headers, json: { ok: false, error: { code, message } } }),
    { times: 1 },
  );
}

test('IN-20: no text is lost: after a lost answer it is sent again and posted once; a fault names its request, and a lost scope disables the button', async ({
  page,
  site,
  between,
  problems,
}) => {
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET|status of (500|403)/);
  const id = await write(page, { ...site, url: between.url }, 'Once only');
  between.tamper = ({ resource }, response) => {
    if (resource !== 'ticket_comments' && resource !== 'ticket') return false;
    response.destroy();
    return true;
  };
  await send(page).click();
  await expect(trouble(page)).toContainText('We couldn’t confirm that the reply was sent');
  await expect(reply(page)).toHaveValue('Once only');
  expect(await answersOf(site, id)).toEqual(['Once only']);
  // Still nothing is read: the thread would show the message, and the draft would be empty.
  const headers = { 'x-svc-request-id': 'req-4711' };
  await refuseNext(page, { status: 500, code: 'internal_error', message: 'req-4711', headers });
  await send(page).click();
  await expect(trouble(page)).toContainText('Request req-4711');
  between.tamper = null;
  await checkA11y(page);
  // By the key, or because the thread shows it: once.
  await expect(reply(page)).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(await answersOf(site, id)).toEqual(['Once only']);

  await reply(page).fill('Not allowed any more');
  await refuseNext(page, { status: 403, code: 'insufficient_scope', message: 'tickets:write is needed' });
  await send(page).click();
  const refused = page.getByRole('button', { name: /^Send reply .*tickets:write/ });
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await expect(reply(page)).toHaveValue('Not allowed any more');
});

test('IN-22: a reply that is refused while another ticket or a note is on screen is named in a toast, which opens it', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 400/);
  const [second, first] = (await makeTickets(site, [{ subject: 'The second' }, {}])) as [MadeTicket, MadeTicket];
  await signIn(page, site, { path: `/tickets/${first.id}` });
  await reply(page).fill('Refused');
  const refusal = Promise.withResolvers<void>();
  await intercept(page, /resource=ticket_comments/, async (route) => {
    await refusal.promise;
    await route.fulfill({ status: 400, json: { ok: false, error: { code: 'bad_field', message: 'not like this' } } });
  });
  const posted = page.waitForRequest(/resource=ticket_comments/);
  await send(page).click();
  await posted;
  await page.getByRole('link', { name: 'The second' }).click();
  await expect(heading(page, 'The second')).toBeVisible();
  await expect(page.getByText(`#${second.number}`).first()).toBeVisible();
  await page.getByRole('tab', { name: /^Internal note/ }).click();
  await page.keyboard.type('For us');
  refusal.resolve();
  await expect(page.getByText(`The reply to #${first.number} was not sent. Its draft is kept.`)).toBeVisible();
  await expect(note(page)).toHaveValue('For us');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await expect(reply(page)).toHaveValue('Refused');
  await expect(trouble(page).first()).toContainText('not like this');
});
