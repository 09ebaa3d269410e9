import type { Page } from '@playwright/test';
import { checkA11y } from './check-a11y.ts';
import { intercept } from './intercept.ts';
import { settled } from './settled.ts';
import { signIn } from './sign-in.ts';
import { expect, test } from './test.ts';

const SETTINGS = '/settings/appearance';

test.describe('a page', () => {
  // In one worker, one after the other: each of the two finds what the other has left.
  test.describe.configure({ mode: 'serial' });

  for (const turn of ['once', 'once more']) {
    test(`is given back as new, ${turn}`, async ({ page, context, site, clock }) => {
      expect(context.pages()).toHaveLength(1);
      expect(page.viewportSize()).toEqual({ width: 1440, height: 900 });
      await page.goto('/docs');
      await expect
        .poll(() => stateOf(page))
        .toEqual({
          ...{ cookies: '', stored: 0, stored_for_tab: 0, databases: 0 },
          ...{ online: true, clipboard: 'prompt', dark: false, still: false, width: 1440, planted: [], ticks: true },
        });
      await expect.poll(() => page.evaluate(() => fetch('/docs').then(({ status }) => status))).toBe(200);

      await context.newPage();
      await page.setViewportSize({ width: 500, height: 400 });
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await context.grantPermissions(['clipboard-read']);
      await context.addInitScript(() => Reflect.set(globalThis, 'plantedScript', true));
      await context.exposeFunction('plantedFunction', () => true);
      await context.route('**/docs', (route) => route.fulfill({ status: 418 }));
      await intercept(page, '**/docs', (route) => route.fallback());
      await page.evaluate(async () => {
        document.cookie = 'planted=1';
        localStorage.setItem('planted', '1');
        sessionStorage.setItem('planted', '1');
        await new Promise((resolve) => (indexedDB.open('planted').onsuccess = resolve));
      });
      await signIn(page, site, { path: SETTINGS });
      // Stored while a slow page is being left.
      await page.evaluate(() =>
        addEventListener('pagehide', () => {
          for (let n = 0; n < 200_000_000; n += 1);
          sessionStorage.setItem('planted', '1');
        }),
      );
      await clock.holdTimers(page);
      await context.setOffline(true);
    });
  }
});

/** State that an earlier test may have left in a page. */
function stateOf(page: Page): Promise<Readonly<Record<string, unknown>>> {
  return page.evaluate(async () => ({
    cookies: document.cookie,
    stored: localStorage.length,
    stored_for_tab: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    online: navigator.onLine,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    width: innerWidth,
    // No clock that holds it.
    ticks: String(requestAnimationFrame).includes('[native code]'),
    planted: Object.keys(globalThis).filter((name) => name.startsWith('planted')),
  }));
}

test.describe('settled', () => {
  test('waits for an answer that is held, and for what comes of it', async ({ page, site }) => {
    await signIn(page, site, { path: SETTINGS });
    await settled(page);
    const held = Promise.withResolvers<void>();
    await intercept(page, '**/docs', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/docs');
    await page.evaluate(() => {
      void fetch('/docs')
        .then((answer) => answer.text())
        .then(() => fetch('/docs?after'))
        .then(() => (document.title = 'Answered'));
    });
    await asked;
    let isOver = false;
    const over = settled(page).then(() => (isOver = true));
    // Idle again and again, with nothing to do but to wait.
    for (let turn = 0; turn < 20; turn += 1) {
      await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    }
    expect(isOver).toBe(false);
    held.resolve();
    await over;
    await expect(page).toHaveTitle('Answered');
  });
});

const PROVOKED = [
  [/planted console/, () => console.error('planted console')],
  [
    /planted error/,
    () =>
      queueMicrotask(() => {
        throw new Error('planted error');
      }),
  ],
  [/planted rejection/, () => void Promise.reject(new Error('planted rejection'))],
  [
    /Policy violation: img-src/,
    () => document.body.append(Object.assign(new Image(), { src: 'https://planted.example/x.png' })),
  ],
] as const;

test.describe('what goes wrong in a page', () => {
  test('is noticed: console errors, uncaught errors and rejections, policy violations', async ({
    page,
    context,
    problems,
  }) => {
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/docs');
      for (const [line, provoke] of PROVOKED) {
        const before = problems.unexpected.length;
        await tab.evaluate(provoke);
        await expect.poll(() => problems.unexpected.slice(before).some((text) => line.test(text))).toBe(true);
      }
    }
    problems.allow(/planted|Content Security Policy/);
    expect(problems.unexpected).toEqual([]);
  });

  test('is noticed by axe', async ({ page }) => {
    await page.goto('/sign-in');
    await expect(page.getByRole('main')).toBeVisible();
    await page.evaluate(() => document.body.append(document.createElement('button')));
    await expect(checkA11y(page)).rejects.toThrow(/button-name/);
    // A best practice, which no criterion asks for.
    await page.evaluate(() => {
      document.querySelector('body > button')?.remove();
      document.body.append(Object.assign(document.createElement('p'), { textContent: 'Outside of every landmark' }));
    });
    await expect(checkA11y(page)).rejects.toThrow(/region/);
  });

  test('is noticed by axe in the dark theme alone, and in a frame', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByRole('main').evaluate((main) => {
      const line = Object.assign(document.createElement('p'), { textContent: 'Black on white, and black on black' });
      line.style.color = '#111';
      main.append(line);
    });
    await expect(checkA11y(page)).rejects.toThrow(/axe, dark theme[\s\S]*color-contrast/);
    // Failed elements are checked again, and so are passed ones whose colour, background or size changed.
    await expect(checkA11y(page)).rejects.toThrow(/axe, dark theme[\s\S]*color-contrast/);
    const line = page.getByText('Black on white');
    const look = (style: string) =>
      line.evaluate((element, text) => {
        element.style.cssText = text;
      }, style);
    await look('color: #767676; background: #fff; font-size: 16px');
    await checkA11y(page);
    for (const [changed, theme] of [
      ['color: #999; background: #fff; font-size: 16px', 'light'],
      ['color: #767676; background: #bbb; font-size: 16px', 'light'],
      ['color: light-dark(#767676, #bbb); background: #fff; font-size: 16px', 'dark'],
      ['color: #767676; background: #fff; font-size: 16px; opacity: 0.5', 'light'],
    ] as const) {
      await look(changed);
      await expect(checkA11y(page)).rejects.toThrow(new RegExp(`axe, ${theme} theme[\\s\\S]*color-contrast`));
    }

    await page.goto('about:blank');
    await page.setContent(
      '<button></button><iframe title="Ours" srcdoc="<html lang=en><title>Ours</title><main><h1>Ours</h1><img src=data:,></main>">',
    );
    await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible();
    // Its origin is another one.
    const inner = page.frames().slice(1);
    const found = await Promise.all(inner.map((frame) => checkA11y(page, { frame }))).catch(String);
    expect(found).toContain('image-alt');
    expect(found).not.toContain('button-name');
  });
});
