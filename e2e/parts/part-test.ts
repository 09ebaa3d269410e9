import { test as base, type Page } from '@playwright/test';
import { PageProblems } from '#e2e/support/page-problems.ts';
import { startTestService, type Site, type TestService } from '#e2e/support/service.ts';
import { openSession } from '#e2e/support/sign-in.ts';
import { startInstant } from '#e2e/support/start-instant.ts';
import { TestClock } from '#e2e/support/test-clock.ts';
import { buildGallery, GALLERY_DIST } from './build-gallery.ts';
import type { Gallery } from './gallery/gallery.tsx';
import type { StoryName } from './gallery/stories.tsx';

export { expect } from '@playwright/test';

declare const gallery: Gallery;

interface WorkerFixtures {
  /** Serves the gallery with the headers of the product, and the API. */
  service: TestService;
  /** One page for all tests of a worker: what a part needs put back is put back by `show`. */
  galleryPage: { readonly page: Page; readonly clock: TestClock; readonly problems: PageProblems };
}

interface TestFixtures {
  /** Shows a story, over the API of a site where one is named. */
  show: (name: StoryName, site?: Site) => Promise<void>;
  clock: TestClock;
  makeSite: TestService['makeSite'];
}

/** Playwright's `test` with a page that is loaded once a worker and shows one part at a time. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    async ({}, use) => {
      await buildGallery();
      const service = await startTestService({ extensions: true, dist: GALLERY_DIST });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  galleryPage: [
    async ({ browser, service }, use) => {
      const context = await browser.newContext();
      const clock = new TestClock(service.setClock);
      const problems = new PageProblems();
      await problems.watch(context);
      await clock.follow(context);
      const page = await context.newPage();
      await page.goto(service.url);
      await use({ page, clock, problems });
      await context.close();
    },
    { scope: 'worker' },
  ],
  clock: async ({ galleryPage: { clock } }, use) => {
    await clock.set(startInstant());
    await use(clock);
  },
  makeSite: async ({ service, clock: _set }, use) => use(service.makeSite),
  page: async ({ galleryPage: { page, problems } }, use) => {
    const before = problems.unexpected.length;
    await page.setViewportSize({ width: 1440, height: 900 });
    await use(page);
    await page.evaluate(() => gallery.reset());
    base.expect(problems.unexpected.slice(before), 'nothing went wrong in the page').toEqual([]);
  },
  show: async ({ page, clock: _set }, use) =>
    use(async (name, site) => {
      const token = site === undefined ? null : await openSession(site, site.token);
      await page.evaluate(([story, of]) => gallery.mount(story, of), [name, token] as const);
    }),
});
