import { ask, issue, lead, request, solve, test, useCount } from './portal-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect } from '#e2e/support/test.ts';

test(
  'PT-11 a link shows its requests and threads, and its secret stays nowhere',
  { tag: ['@desktop', '@phone'] },
  async ({ page, service }) => {
    const email = 'threads@example.org';
    const asked = await ask(service, email, 'Display shows E21');
    await service.call('POST', 'ticket_comments', { body: { ticket_id: asked, body: 'We look into it.' } });
    await service.call('POST', 'ticket_comments', {
      body: { ticket_id: asked, body: 'She is angry.', visibility: 'internal' },
    });
    await solve(service, await ask(service, email, 'Tyres for the Trail 5'));
    await ask(service, 'other@example.org', 'Of somebody else');
    const link = await issue(service, email);
    const sent: string[] = [];
    page.on('request', (made) => sent.push(`${made.url()} ${made.headers()['referer'] ?? ''}`));

    await page.goto(link.token_url);
    await expect(lead(page)).toHaveText('One of your two requests is open.');
    await expect(page).toHaveTitle('Your requests · Velo Works');
    expect(page.url()).toBe(`${service.url}/portal`);
    expect(await page.evaluate(() => [history.length, localStorage.length, sessionStorage.length])).toEqual([2, 0, 0]);
    expect(sent.join('\n')).not.toContain(link.token.slice(4));

    await expect(page.getByRole('heading', { level: 2, name: 'Display shows E21' })).toBeVisible();
    await expect(page.getByText('About: Display shows E21')).toBeVisible();
    await expect(page.getByText('We look into it.')).toBeVisible();
    await expect(page.getByText('She is angry.')).toHaveCount(0);
    await expect(page.getByText('Of somebody else')).toHaveCount(0);
    await expect(request(page, 'Display shows E21')).toHaveAttribute('aria-current', 'true');
    await checkA11y(page);

    await request(page, 'Tyres for the Trail 5').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Tyres for the Trail 5' })).toBeFocused();
    await expect(page.getByRole('heading', { level: 2, name: 'Tyres for the Trail 5' })).toBeInViewport();
    await checkA11y(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await useCount(service, link.id)).toBe(1);
  },
);

test('PT-11 an opening is counted when the page exchanges its link, not when it is fetched', async ({
  page,
  service,
}) => {
  const link = await issue(service, 'counted@example.org');
  for (let n = 0; n < 3; n += 1) expect((await fetch(link.token_url)).status).toBe(200);
  expect(await useCount(service, link.id)).toBe(0);
  await page.goto(link.token_url);
  await expect(lead(page)).toHaveText('There are no requests yet.');
  await checkA11y(page);
  expect(await useCount(service, link.id)).toBe(1);
  // The secret is not stored: a reload cannot open the link again.
  await page.reload();
  await expect(lead(page)).toHaveText('This link is incomplete.');
  expect(await useCount(service, link.id)).toBe(1);
  // The same link pasted into the open tab changes the fragment alone.
  await page.evaluate((hash) => location.assign(hash), new URL(link.token_url).hash);
  await expect(lead(page)).toHaveText('There are no requests yet.');
  expect(await useCount(service, link.id)).toBe(2);
});

test(
  'PT-11 a solved request is rated by keyboard alone, and rated anew',
  { tag: ['@desktop', '@phone'] },
  async ({ page, service }, { project }) => {
    const email = `rating-${project.name}@example.org`;
    const id = await ask(service, email, 'Replacement charger');
    await solve(service, id);
    await page.goto((await issue(service, email)).token_url);
    await expect(lead(page)).toHaveText('Your request is solved.');

    await page.getByRole('button', { name: 'Send rating' }).press('Enter');
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
    await page.getByRole('button', { name: 'Keep it as it is' }).click();
    await expect(page.getByText('You gave 4 stars.')).toBeVisible();
    await page.getByRole('button', { name: 'Change rating' }).click();
    await stars.getByRole('radio', { name: '0 stars, Very bad' }).check({ force: true });
    await page.getByRole('textbox').fill('');
    await page.getByRole('button', { name: 'Send rating' }).click();
    await expect(page.getByText('You gave 0 stars.')).toBeVisible();
    await expect(page.getByText('The answer came the same day.')).toHaveCount(0);
    // Another page of the same link shows what was given.
    await page.goto('about:blank');
    await page.goto((await issue(service, email)).token_url);
    await expect(page.getByText('You gave 0 stars.')).toBeVisible();
  },
);

test('PT-11 a request that is taken up again meanwhile is not rated, and says so', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/409/);
  const id = await ask(service, 'reopened@example.org', 'Squeaking brake');
  await solve(service, id, 'closed');
  await page.goto((await issue(service, 'reopened@example.org')).token_url);
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await page.getByRole('textbox').fill('Well done');
  await solve(service, id, 'open');
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByRole('alert')).toHaveText('This request is being worked on again, so it cannot be rated now.');
  await expect(page.getByRole('textbox')).toHaveValue('Well done');
});

test(
  'PT-11 revoked, unknown and cut links: one sentence and what to do',
  { tag: ['@desktop', '@phone'] },
  async ({ page, service, problems }, { project }) => {
    problems.allow(/404/);
    const id = await ask(service, `ended-${project.name}@example.org`, 'Old bell');
    await solve(service, id);
    const link = await issue(service, `ended-${project.name}@example.org`);
    await page.goto(link.token_url);
    await expect(lead(page)).toHaveText('Your request is solved.');
    await service.call('DELETE', 'portal_token', { query: { id: String(link.id) } });
    // The open page ends with its link.
    await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
    await page.getByRole('button', { name: 'Send rating' }).click();
    await expect(lead(page)).toHaveText('This link no longer works.');
    await page.goto('about:blank');
    await page.goto(link.token_url);
    await expect(lead(page)).toHaveText('This link no longer works.');
    await expect(page.getByText('Write to the team the way you did before, and ask for one.')).toBeVisible();
    await expect(page.getByText(/^req_\w{22}$/)).toBeVisible();
    await checkA11y(page);
    expect(await useCount(service, link.id)).toBe(1);

    await page.goto('about:blank');
    await page.goto(link.token_url.slice(0, -1));
    await expect(lead(page)).toHaveText('This link is incomplete.');
    await checkA11y(page);
  },
);

test('PT-11 a lost network: said on the open page, tried by itself on one that was not opened yet', async ({
  page,
  service,
  context,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const email = 'offline@example.org';
  await solve(service, await ask(service, email, 'Saddle'));
  const link = await issue(service, email);
  await page.goto(link.token_url);
  await page.getByRole('radio', { name: '3 stars' }).check({ force: true });
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByRole('alert')).toContainText('What you wrote is still here');
  await checkA11y(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByText('You gave 3 stars.')).toBeVisible();

  await page.route('**/portal/session', (route) => route.abort());
  await page.evaluate((hash) => location.assign(hash), new URL(link.token_url).hash);
  await expect(lead(page)).toHaveText('The service is not answering.');
  await checkA11y(page);
  await page.unroute('**/portal/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(lead(page)).toHaveText('Your request is solved.');
});

test('PT-11 too many tries: the page says how long to wait and then tries again', async ({
  page,
  service,
  problems,
  address,
}) => {
  problems.allow(/429/, /500/);
  const link = await issue(service, 'limited@example.org');
  const tries = Array.from({ length: 10 }, () =>
    fetch(`${service.url}/portal/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ token: link.token }),
    }),
  );
  for (const answer of await Promise.all(tries)) expect(answer.status).toBe(200);
  await page.clock.install();
  await page.goto(link.token_url);
  await expect(lead(page)).toHaveText('Too many attempts.');
  await expect(page.getByText(/You can try again in \d+ seconds?\./)).toBeVisible();
  await checkA11y(page);
  expect(await useCount(service, link.id)).toBe(10);
  await page.clock.runFor(61_000);
  await expect(page.getByText('You can try again now.')).toBeVisible();

  await page.route('**/portal/session', (route) =>
    route.fulfill({ status: 500, headers: { 'x-svc-request-id': 'req_0123456789abcdefABCDEF' }, body: '{}' }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(lead(page)).toHaveText('Something went wrong on our side.');
  await expect(page.getByText('req_0123456789abcdefABCDEF')).toBeVisible();
  await checkA11y(page);
});

test('PT-11 the page is its own: no code of the dashboard, in no frame, kept by nobody', async ({ page, service }) => {
  const link = await issue(service, 'bundle@example.org');
  const files: string[] = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname));
  const answer = await page.goto(link.token_url);
  await expect(lead(page)).toHaveText('There are no requests yet.');
  expect(
    files.filter((file) => file.startsWith('/assets/')).every((file) => /\/portal-[\w-]+\.(js|css)$/.test(file)),
  ).toBe(true);
  const headers = answer?.headers() ?? {};
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-robots-tag']).toBe('noindex, nofollow, noarchive');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['referrer-policy']).toBe('no-referrer');
});

test('PT-11 a link works with what the API document alone has', { tag: ['@document'] }, async ({ page, service }) => {
  await solve(service, await ask(service, 'document@example.org', 'Pedal'));
  await page.goto((await issue(service, 'document@example.org')).token_url);
  await expect(lead(page)).toHaveText('Your request is solved.');
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByText('You gave 5 stars.')).toBeVisible();
});
