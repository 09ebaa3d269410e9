import { test as base } from '@playwright/test';
import { PageProblems } from './page-problems.ts';
import { startTestService, type TestService } from './service.ts';

export { expect } from '@playwright/test';

export interface WorkerOptions {
  /** False in the project whose service answers only what the API document has. */
  extensions: boolean;
}

interface WorkerFixtures extends WorkerOptions {
  /** The worker's own service; other tests of the same worker share it, so leave nothing behind that they could trip over. */
  service: TestService;
}

interface TestFixtures {
  /** A service for this test alone: to stop it, to fill it, to break its data. Costs about two seconds. */
  ownService: TestService;
  /** Fails the test when something went wrong in any of its pages; a test allows here what it provokes. */
  problems: PageProblems;
}

/** Playwright's `test` with a real service, and pages in which nothing may go wrong unseen. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  extensions: [true, { option: true, scope: 'worker' }],
  service: [
    async ({ extensions }, use) => {
      const service = await startTestService({ extensions });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  ownService: [
    async ({ extensions, context }, use) => {
      const service = await startTestService({ extensions });
      await use(service);
      // Pages go on asking for what they show: one that is still open would meet a refused connection.
      for (const page of context.pages()) await page.close();
      await service.remove();
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  problems: async ({}, use) => {
    const problems = new PageProblems();
    await use(problems);
    base.expect(problems.unexpected, 'nothing went wrong in the page').toEqual([]);
  },
  context: async ({ context, problems }, use) => {
    await problems.watch(context);
    await use(context);
  },
});
