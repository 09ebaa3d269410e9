import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from './embed-test.ts';
import { SANDBOX } from './host-page.ts';

test('EM-04: theme, dates, numbers and zone are those of the host, and a theme in the address is there from the first paint on', async ({
  host,
  demoSite,
}) => {
  const { page } = host;
  // Each ground that is painted, from the first on.
  await page.addInitScript(() => {
    const grounds: string[] = [];
    Reflect.set(globalThis, 'grounds', grounds);
    const look = (): void => {
      const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
      const ground = `${backgroundColor} ${colorScheme}`;
      if (document.styleSheets.length > 0 && grounds.at(-1) !== ground) grounds.push(ground);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await host.open();
  const answer = { token: demoSite.token, theme: 'dark', locale: 'de-DE', timeZone: 'Asia/Tokyo' } as const;
  const hosted = await host.add({ src: `${demoSite.url}/embed/ai-usage?theme=dark`, sandbox: SANDBOX, answer });
  await expect(hosted.heading).toContainText('AI usage');
  const grounds = async () => (await hosted.frame()).evaluate(() => Reflect.get(globalThis, 'grounds') as string[]);
  await expect.poll(grounds).toHaveLength(1);
  await expect.poll(async () => (await grounds())[0]).toMatch(/dark/);
  await expect(hosted.inside.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(hosted.inside.getByRole('region', { name: 'Spend this month' })).toContainText(/\d,\d/);
  await expect(hosted.inside.getByText(/as of 19:\d\d GMT\+9/)).toBeVisible();
  await checkA11y(page, { frame: await hosted.frame() });

  await hosted.post({ type: 'theme', theme: 'light' });
  await expect(hosted.inside.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('EM-03: without a page around it the address says what it is and leads to the console', async ({
  page,
  demoSite,
}) => {
  await page.goto(`${demoSite.url}/embed/csat?days=7`);
  await expect(page.getByText('belongs in a frame')).toBeVisible();
  await checkA11y(page);
  await expect(page.getByRole('link', { name: 'Open in console' })).toHaveAttribute('href', '/csat?days=7');
});
