import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import type { TestService } from '#e2e/support/service.ts';
import { field } from '#e2e/sign-in/token-field.ts';
import { answersOf, button, makeTicket, reply, test } from './ticket-support.ts';

const send = (page: Page) => page.getByRole('button', { name: /^Send reply/ });
const trouble = (page: Page) => page.getByRole('alert').filter({ hasText: /reply/ });

function sessionToken(page: Page): Promise<string> {
  return page.evaluate(() => /sct_\w{38}/.exec(JSON.stringify({ ...sessionStorage }))?.[0] ?? '');
}

/** Signs in, writes a reply, and leaves it unsent. */
async function write(page: Page, service: TestService, url: string, text: string): Promise<number> {
  const { id } = await makeTicket(service);
  await signIn(page, { ...service, url }, { path: `/tickets/${id}` });
  await reply(page).fill(text);
  return id;
}

test('an answer that got lost: sending again does not post twice', async ({ page, service, between, problems }) => {
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET/);
  const id = await write(page, service, between.url, 'Once only');
  between.tamper = ({ resource }, response) => {
    if (resource !== 'ticket_comments') return false;
    response.destroy();
    return true;
  };
  await send(page).click();
  await expect(trouble(page)).toContainText('It is not clear whether the reply was sent.');
  await expect(trouble(page)).toContainText('it will not be sent twice');
  await expect(reply(page)).toHaveValue('Once only');
  await checkA11y(page);
  expect(await answersOf(service, id)).toEqual(['Once only']);
  between.tamper = null;
  await send(page).click();
  await expect(reply(page)).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(await answersOf(service, id)).toEqual(['Once only']);
});

test('after a reload the page sees that it had arrived', async ({ page, service, between, problems }) => {
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET/);
  const id = await write(page, service, between.url, 'Once only');
  between.tamper = ({ resource }, response) => {
    if (resource !== 'ticket_comments') return false;
    response.destroy();
    return true;
  };
  await send(page).click();
  await expect(trouble(page)).toBeVisible();
  between.tamper = null;
  await page.reload();
  await expect(page.getByText(/^The reply to #\d+ had already been sent/)).toBeVisible();
  await expect(reply(page)).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(reply(page)).toHaveValue('');
  expect(await answersOf(service, id)).toEqual(['Once only']);
});

test('a fault of the service names its request and keeps the text', async ({ page, service, between, problems }) => {
  problems.allow(/status of 500/);
  const id = await write(page, service, between.url, 'Through a fault');
  between.tamper = ({ resource }, response) => {
    if (resource !== 'ticket_comments') return false;
    response
      .writeHead(500, { 'content-type': 'application/json', 'x-svc-request-id': 'req-4711' })
      .end('{"ok":false,"error":{"code":"internal_error","message":"req-4711"}}');
    return true;
  };
  await send(page).click();
  await expect(trouble(page)).toContainText('The reply was not sent.');
  await expect(trouble(page)).toContainText('Request req-4711');
  await expect(reply(page)).toHaveValue('Through a fault');
  between.tamper = null;
  await send(page).click();
  await expect(reply(page)).toHaveValue('');
  expect(await answersOf(service, id)).toEqual(['Through a fault']);
});

test('too many calls: the wait is counted down, then it can be sent', async ({ page, service, between, problems }) => {
  problems.allow(/status of 429/);
  const id = await write(page, service, between.url, 'After the wait');
  between.tamper = ({ resource }, response) => {
    if (resource !== 'ticket_comments') return false;
    response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '3' })
      .end('{"ok":false,"error":{"code":"rate_limited","message":"slow down"}}');
    between.tamper = null;
    return true;
  };
  await send(page).click();
  await expect(trouble(page)).toContainText(/Try again in \d seconds?\./);
  await expect(page.getByRole('button', { name: /^Send reply Wait \d second/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(button(page, 'Send reply')).toBeVisible();
  await button(page, 'Send reply').click();
  await expect(reply(page)).toHaveValue('');
  // The proxy swallowed the first answer alone: the key made them one.
  expect(await answersOf(service, id)).toEqual(['After the wait']);
});

test('SI-07: a session that ends in the middle of a reply: sign in again and it goes out, once', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 401/);
  const id = await write(page, service, service.url, 'Across two sessions');
  // It ends with the press: a call that the page makes by itself would ask for the token before.
  await page.route(
    /resource=ticket_comments/,
    async (route) => {
      await service.call('DELETE', 'sessions', { token: await sessionToken(page) });
      await route.fallback();
    },
    { times: 1 },
  );
  await send(page).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  await expect(dialog).toBeVisible();
  await expect(reply(page)).toHaveValue('Across two sessions');
  await field(page).fill(service.tokens.all);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(reply(page)).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(await answersOf(service, id)).toEqual(['Across two sessions']);
});

test('without a network the text is kept, and the box says that nothing goes out', async ({
  page,
  context,
  service,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  const id = await write(page, service, service.url, 'Written on the train');
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\. You can keep writing/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send reply Not sent: you are offline/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await reply(page).press('End');
  await reply(page).pressSequentially(', sent at home');
  await context.setOffline(false);
  await expect(button(page, 'Send reply')).toBeVisible({ timeout: 15_000 });
  await button(page, 'Send reply').click();
  await expect(reply(page)).toHaveValue('');
  expect(await answersOf(service, id)).toEqual(['Written on the train, sent at home']);
});

test('a service that was killed takes the reply when it is back', async ({ page, ownService, problems }) => {
  // While it starts again, it answers 503.
  problems.allow(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET|status of 503/);
  const id = await write(page, ownService, ownService.url, 'Over a restart');
  // Stopped first: a call of its own would show the page too early that the service is gone.
  ownService.process()?.kill('SIGSTOP');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('ticket_comments'),
  );
  await send(page).click();
  await asked;
  ownService.process()?.kill('SIGKILL');
  await ownService.stop();
  await expect(trouble(page)).toContainText('It is not clear');
  await expect(reply(page)).toHaveValue('Over a restart');
  await ownService.start();
  await expect(button(page, 'Send reply')).toBeVisible({ timeout: 15_000 });
  await button(page, 'Send reply').click();
  await expect(reply(page)).toHaveValue('');
  expect(await answersOf(ownService, id)).toEqual(['Over a restart']);
});

test('a token that loses its scope keeps the text and is told why', async ({ page, service, between, problems }) => {
  problems.allow(/status of 403/);
  await write(page, service, between.url, 'Not allowed any more');
  between.tamper = ({ resource }, response) => {
    if (resource !== 'ticket_comments') return false;
    response
      .writeHead(403, { 'content-type': 'application/json' })
      .end('{"ok":false,"error":{"code":"insufficient_scope","message":"tickets:write is needed"}}');
    return true;
  };
  await send(page).click();
  await expect(page.getByRole('button', { name: /^Send reply .*tickets:write/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(reply(page)).toHaveValue('Not allowed any more');
});

test('a reply that fails while another ticket is open is told there, and its text waits', async ({
  page,
  service,
  between,
  problems,
}) => {
  problems.allow(/status of 400/);
  const { ticket_number: number } = await makeTicket(service, { subject: 'The second' });
  const { id: firstId, ticket_number: first } = await makeTicket(service);
  await signIn(page, { ...service, url: between.url }, { path: `/tickets/${firstId}` });
  await reply(page).fill('Left behind');
  const held: (() => void)[] = [];
  between.tamper = ({ resource }, response) => {
    if (resource !== 'ticket_comments') return false;
    // A refusal: after a failure it would be looked for in the conversation, where the proxy let it arrive.
    const refusal = { ok: false, error: { code: 'bad_field', message: 'not like this' } };
    held.push(() => void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)));
    return true;
  };
  await send(page).click();
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('link', { name: 'The second' }).click();
  await expect(page.getByText(`#${number}`).first()).toBeVisible();
  await expect(reply(page)).toHaveValue('');
  held[0]?.();
  await expect(page.getByText(`The reply to #${first} was not sent. Its draft is kept.`)).toBeVisible();
  await page.goto(`${between.url}/tickets/${firstId}`);
  await expect(reply(page)).toHaveValue('Left behind');
});
