import { checkA11y } from './check-a11y.ts';
import { signInByLink } from './sign-in.ts';
import { expect, test } from './test.ts';

test.describe('the harness itself', () => {
  test('serves a site with tickets to each of its tokens', async ({ ownService }) => {
    for (const token of Object.values(ownService.tokens)) {
      const { status, json } = await ownService.call('GET', 'tickets', { token, query: { limit: '1' } });
      expect(status).toBe(200);
      expect(json).toMatchObject({ total_count: 400 });
    }
    expect((await ownService.call('GET', 'whoami', { token: 'sck_nobody' })).status).toBe(401);
  });

  test('has a service without extensions', { tag: ['@document', '@desktop'] }, async ({ service, extensions }) => {
    const { json } = await service.call('GET', 'whoami');
    expect(JSON.stringify(json)).toContain(`"sessions":${extensions}`);
  });

  test('stops, starts again at the same address with the same data, and administers', async ({ ownService }) => {
    test.slow();
    const before = await ownService.call('GET', 'tickets', { query: { limit: '3' } });
    expect(await ownService.stop()).toBe(0);
    await expect(ownService.call('GET', 'tickets')).rejects.toThrow();
    await ownService.start();
    expect((await ownService.call('GET', 'tickets', { query: { limit: '3' } })).json).toEqual(before.json);
    const made = await ownService.admin('site', 'create', '--name', 'Another');
    expect(made).toEqual({ site_id: ownService.siteId + 1 });
    expect((await ownService.call('GET', 'whoami')).status).toBe(200);
  });

  for (const [what, line, provoke] of [
    ['an error on the console', /planted console/, () => console.error('planted console')],
    [
      'an uncaught error',
      /planted error/,
      () =>
        void setTimeout(() => {
          throw new Error('planted error');
        }),
    ],
    ['an unhandled rejection', /planted rejection/, () => void Promise.reject(new Error('planted rejection'))],
    [
      'a violation of the policy',
      /Policy violation: img-src/,
      () => document.body.append(Object.assign(new Image(), { src: 'https://planted.example/x.png' })),
    ],
  ] as const) {
    test(`notices ${what}`, async ({ page, problems }) => {
      await page.goto('/');
      await page.evaluate(provoke);
      await expect.poll(() => problems.unexpected.some((text) => line.test(text))).toBe(true);
      problems.allow(/planted|Content Security Policy/);
      expect(problems.unexpected).toEqual([]);
    });
  }

  test('notices what axe finds', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => document.body.append(document.createElement('button')));
    await expect(checkA11y(page)).rejects.toThrow(/button-name/);
    // A best practice, which no criterion asks for.
    await page.evaluate(() => {
      document.querySelector('body > button')?.remove();
      document.body.append(Object.assign(document.createElement('p'), { textContent: 'Outside of every landmark' }));
    });
    await expect(checkA11y(page)).rejects.toThrow(/region/);
  });

  test('notices a text that only the dark theme makes hard to read', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByRole('main').evaluate((main) => {
      const line = Object.assign(document.createElement('p'), { textContent: 'Black on white, and black on black' });
      line.style.color = '#111';
      main.append(line);
    });
    await expect(checkA11y(page)).rejects.toThrow(/axe, dark theme[\s\S]*color-contrast/);
  });

  test('signs in by a link', { tag: ['@desktop', '@phone', '@document'] }, async ({ page, service }) => {
    await signInByLink(page, service);
    expect(page.url()).not.toContain(service.tokens.all);
  });
});
