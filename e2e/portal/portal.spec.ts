import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makePortalLink } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { expect } from '#e2e/support/test.ts';
import { filesOf } from '#tools/build/built-files.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { ask, EMAIL, expectUses, lead, openAgain, request, test, thread } from './portal-support.ts';

const starOf = (page: Page, name: string) => page.getByRole('radio', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send rating' });

test('PT-11 a link shows its requests on a wide and a narrow page; each exchange counts as one use, and the secret is stored nowhere', async ({
  page,
  site,
}) => {
  const { id } = await ask(site, 'Display shows E21');
  for (const note of [{ body: 'We look into it.' }, { body: 'She is angry.', visibility: 'internal' }]) {
    await site.call('POST', 'ticket_comments', { body: { ticket_id: id, ...note } });
  }
  await ask(site, 'Tyres for the Trail 5', { status: 'resolved' });
  await ask(site, 'Of another customer', { requester_email: 'other@example.org' });
  const link = await makePortalLink(site, EMAIL);
  // Loading the page alone, as link scanners do, is no use.
  expect((await fetch(link.token_url)).status).toBe(200);
  const sent: string[] = [];
  page.on('request', (made) => sent.push(`${made.url()} ${made.headers()['referer'] ?? ''}`));
  const files: string[] = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname.slice(1)));

  const headers = (await page.goto(link.token_url))?.headers() ?? {};
  await expect(lead(page)).toHaveText('1 of your 2 requests is open.');
  await expect(page).toHaveTitle('Your requests · Velo Works');
  await expect(page).toHaveURL(`${site.url}/portal`);
  await expect
    .poll(() =>
      page.evaluate(() => [navigation.entries().map(({ url }) => url), { ...localStorage, ...sessionStorage }]),
    )
    .toEqual([[`${site.url}/portal`], {}]);
  expect(sent.join('\n')).not.toContain(link.token.slice(4));
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-robots-tag']).toBe('noindex, nofollow, noarchive');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['referrer-policy']).toBe('no-referrer');
  // It loads no code of the dashboard.
  const own = filesOf(join(ROOT, 'dist'), 'portal.html');
  expect(files.filter((file) => own.includes(file))).not.toEqual([]);
  expect(files.filter((file) => file.startsWith('assets/') && !own.includes(file))).toEqual([]);

  await expect(thread(page, 'Display shows E21')).toBeVisible();
  await expect(page.getByText('About: Display shows E21')).toBeVisible();
  await expect(page.getByText('We look into it.')).toBeVisible();
  await expect(page.getByText('She is angry.')).toHaveCount(0);
  await expect(page.getByText('Of another customer')).toHaveCount(0);
  await expect(request(page, 'Display shows E21')).toHaveAttribute('aria-current', 'true');
  await checkA11y(page);

  await request(page, 'Tyres for the Trail 5').click();
  await expect(thread(page, 'Tyres for the Trail 5')).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await request(page, 'Display shows E21').click();
  await expect(thread(page, 'Display shows E21')).toBeFocused();
  await expect(thread(page, 'Display shows E21')).toBeInViewport();
  await checkA11y(page);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
  await expectUses(site, link.id, 1);

  // A reload can't open the link again. Here a proxy drops the headers that forbid frames.
  await intercept(page, '**/portal', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { 'content-type': 'text/html' } });
  });
  await page.reload();
  await expect(lead(page)).toHaveText('This link is incomplete.');
  await checkA11y(page);
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, link.token_url);
  const framed = page.frameLocator('iframe');
  await expect(framed.getByRole('heading', { name: 'This page does not work inside another page.' })).toBeVisible();
  await expect(framed.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', link.token_url);
  await expectUses(site, link.id, 1);
  await page.unroute('**/portal');
  // Pasting the link into the open tab changes only the fragment.
  await page.evaluate((hash) => location.assign(hash), new URL(link.token_url).hash);
  await expect(lead(page)).toHaveText('1 of your 2 requests is open.');
  await expectUses(site, link.id, 2);
});

test('PT-11 a long request shows its newest messages; a button loads older ones, also after the view has expired', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/500/, /404/);
  const { id } = await ask(site, 'Squeaking brake', { initial_comment: 'Message 0' });
  await site.query`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select site_id, 900000 + n, id, case when n % 3 = 0 then 'agent' else 'customer' end, 'public', 'web', 'Message ' || n,
      created_utc + make_interval(secs => n)
    from ticket, generate_series(1, 110) n where site_id = ${site.siteId} and id = ${id}`;
  const link = await makePortalLink(site, EMAIL);
  const messages = page.getByRole('region', { name: /^Request / }).getByRole('listitem');
  const show = page.getByRole('button', { name: 'Show older messages' });
  await page.goto(link.token_url);
  await expect(messages).toHaveCount(20);
  await expect(messages.first()).toContainText('Message 91');

  await intercept(page, '**/portal/comments', (route) => route.fulfill({ status: 500, body: '{}' }));
  await show.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('That did not work. Try again.');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.unroute('**/portal/comments');

  // The view expires after 30 minutes and is reopened.
  await clock.set(new Date(clock.now().getTime() + 31 * 60_000));
  await page.keyboard.press('Enter');
  await expect(messages).toHaveCount(111);
  await expect(messages.first()).toContainText('Message 0');
  await expect(page.locator(':focus')).toHaveText('All messages are shown.');
  await expect(show).toHaveCount(0);
  await expectUses(site, link.id, 2);
});

test('PT-11 a solved request is rated by keyboard alone, and the rating can be changed', async ({ page, site }) => {
  await ask(site, 'Replacement charger', { status: 'resolved' });
  const link = await makePortalLink(site, EMAIL);
  await page.goto(link.token_url);
  await expect(lead(page)).toHaveText('Your request is solved.');

  await send(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Choose how many stars first.');
  const stars = page.getByRole('group', { name: 'How was the help you got?' });
  await expect(stars.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Space');
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowRight');
  await expect(stars.getByRole('radio', { name: '4 stars, Good' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('The answer came the same day.');
  await checkA11y(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveText('Thank you. Your rating was saved. You gave 4 stars.');
  await expect(page.getByText('The answer came the same day.')).toBeVisible();
  await checkA11y(page);

  await page.getByRole('button', { name: 'Change rating' }).click();
  await expect(page.getByRole('textbox')).toHaveValue('The answer came the same day.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You gave 4 stars.')).toBeVisible();
  await page.getByRole('button', { name: 'Change rating' }).click();
  await stars.getByRole('radio', { name: '0 stars, Very bad' }).check({ force: true });
  await page.getByRole('textbox').fill('');
  await send(page).click();
  await expect(page.getByText('You gave 0 stars.')).toBeVisible();
  await openAgain(page, link.token_url);
  await expect(page.getByText('You gave 0 stars.')).toBeVisible();
  await expect(page.getByText('The answer came the same day.')).toHaveCount(0);
});

test('PT-11 failures keep a typed rating and say what to do: a reopened request, no network, a revoked or cut link', async ({
  page,
  site,
  context,
  problems,
}) => {
  problems.allow(/404/, /409/, /Failed to load resource/);
  const { id } = await ask(site, 'Squeaking brake', { status: 'closed' });
  const link = await makePortalLink(site, EMAIL);
  await page.goto(link.token_url);
  await starOf(page, '5 stars').check({ force: true });
  await page.getByRole('textbox').fill('Well done');
  await context.setOffline(true);
  await send(page).click();
  await expect(page.getByRole('alert')).toHaveText('No answer from the service. Try again when you are online.');
  await checkA11y(page);
  await context.setOffline(false);
  await site.call('PATCH', 'ticket', { body: { id, status: 'open' } });
  await send(page).click();
  await expect(page.getByRole('alert')).toHaveText('We’re working on this request again, so you can’t rate it now.');
  await expect(page.getByRole('textbox')).toHaveValue('Well done');

  await intercept(page, '**/portal/session', (route) => route.abort());
  await page.evaluate((hash) => location.assign(hash), new URL(link.token_url).hash);
  await expect(lead(page)).toHaveText('The service is not answering.');
  await page.unroute('**/portal/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(lead(page)).toHaveText('Your request is open.');

  await site.call('DELETE', 'portal_token', { query: { id: String(link.id) } });
  await openAgain(page, link.token_url);
  await expect(lead(page)).toHaveText('This link no longer works.');
  await expect(page.getByText('Write to the team the way you did before, and ask for a new link.')).toBeVisible();
  await expect(page.getByText(/^req_\w{22}$/)).toBeVisible();
  await checkA11y(page);
  await openAgain(page, link.token_url.slice(0, -1));
  await expect(lead(page)).toHaveText('This link is incomplete.');
});

test('PT-11 a link works with what the API document alone has', { tag: ['@document'] }, async ({ page, site }) => {
  await ask(site, 'Pedal', { status: 'resolved' });
  await page.goto((await makePortalLink(site, EMAIL)).token_url);
  await expect(lead(page)).toHaveText('Your request is solved.');
  await starOf(page, '5 stars').check({ force: true });
  await send(page).click();
  await expect(page.getByText('You gave 5 stars.')).toBeVisible();
});
