import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { SANDBOX } from './host-page.ts';

test(
  'EM-04: theme, dates, numbers and zone are those of the host, and a theme in the address is there from the first paint on',
  { tag: '@alone' },
  async ({ host, demoSite }) => {
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

    const strange = { token: demoSite.token, locale: 'no such locale', timeZone: 'Mars/Base' };
    const other = await host.add({ src: `${demoSite.url}/embed/csat`, answer: strange });
    await expect(other.heading).toContainText('CSAT');
  },
);

/** Resolves once the frame has that width, has drawn itself for it, and has nothing left to do. */
const drawnAt = (width: number): Promise<void> =>
  new Promise((resolve) => {
    const look = (): number =>
      requestAnimationFrame(
        Math.abs(innerWidth - width) < 5 ? () => requestIdleCallback(() => resolve(), { timeout: 2_000 }) : look,
      );
    look();
  });

test(
  'EM-01: each view in a wide and in a narrow frame, in both themes',
  { tag: '@alone' },
  async ({ host, demoSite }) => {
    await host.open();
    const both = ['1100', '390'];
    const frames = {
      ...{ 'ai-usage': both, health: both, csat: both, inbox: both },
      ...{ 'ai-usage?only=gauge': ['390'], 'csat?only=trend': ['390'] },
    };
    for (const [path, widths] of Object.entries(frames)) {
      await test.step(path, async () => {
        const src = `${demoSite.url}/embed/${path}`;
        const hosted = await host.add({ src, sandbox: SANDBOX, answer: { token: demoSite.token } });
        await expect(hosted.heading).toBeVisible();
        await settled(host.page);
        for (const width of widths) {
          await hosted.element.evaluate((element, value) => element.setAttribute('width', value), width);
          const frame = await hosted.frame();
          await frame.evaluate(drawnAt, Number(width));
          await checkA11y(host.page, { frame });
        }
        await hosted.remove();
      });
    }
  },
);

test(
  'EM-03: without a page around it the address says what it is and leads to the console',
  { tag: '@alone' },
  async ({ page, demoSite }) => {
    await page.goto(`${demoSite.url}/embed/csat?days=7`);
    await expect(page.getByText('belongs in a frame')).toBeVisible();
    await checkA11y(page);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open in console' }).click();
    await expect(await opened).toHaveURL(/sign-in\?next=.*csat.*days/);
  },
);
