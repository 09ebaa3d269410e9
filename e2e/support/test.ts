import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { PageProblems } from './page-problems.ts';
import { startPortalHost, type PortalHost } from './portal-host.ts';
import { countCalls } from './settled.ts';
import { startTestService, type DemoSite, type NewSite, type OwnSite, type TestService } from './service.ts';
import { startTamperingProxy, type TamperingProxy } from './tampering-proxy.ts';
import { TestClock } from './test-clock.ts';

export { expect } from '@playwright/test';

export interface WorkerOptions {
  /** False in the project whose service answers only what the API document has. */
  extensions: boolean;
}

interface WorkerFixtures extends WorkerOptions {
  /** A host's pages, on the two origins that may embed the service's. */
  portalHost: PortalHost;
  /** The worker's own service. Tests take one of its sites. */
  service: TestService;
}

interface TestFixtures {
  /** For so many seconds a message waits before it is sent: none, where that is not what the test is about. */
  undoSendSeconds: '0' | '5' | '10' | '30';
  /** The time of the test, for the service and for its pages. */
  clock: TestClock;
  /** A year of demo data to look at: its tokens only read, and a page that writes fails the test. */
  demoSite: DemoSite;
  /** An empty site of the test's own, for what builders put into it. */
  site: OwnSite;
  /** More sites of the test's own. */
  makeSite: (options?: NewSite) => Promise<OwnSite>;
  /** A site of the test's own with a copy of the demo data: for what needs hundreds of rows and changes them. */
  demoCopy: OwnSite;
  /** A service with the demo site for this test alone: to stop it, to break its data. Costs about two seconds. */
  ownService: TestService & OwnSite;
  /** A proxy between the page and the worker's service, to break the network or a gateway. */
  between: TamperingProxy;
  /** Fails the test when something went wrong in any of its pages; a test allows here what it provokes. */
  problems: PageProblems;
  /** Watches a context that the test opened itself, and gives it the time of the test. */
  adopt: (context: BrowserContext) => Promise<void>;
}

/**
 * A page keeps things when it is left (`pagehide`): on a busy machine that ran after the storage had been emptied for the
 * next test, which then met the drafts and scroll positions of this one.
 */
async function endStoring(page: Page): Promise<void> {
  await page.evaluate(() => (Storage.prototype.setItem = () => undefined)).catch(() => undefined);
}

/** Playwright's `test` with a real service, and pages in which nothing may go wrong unseen. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  extensions: [true, { option: true, scope: 'worker' }],
  portalHost: [
    async ({}, use) => {
      const host = await startPortalHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ extensions, portalHost }, use) => {
      // A visitor of the portal says where he comes from: ten tries a minute are few for all tests of a worker.
      const env = {
        TRUST_PROXY: '1',
        EMBED_ORIGINS: `${portalHost.origin} ${portalHost.nearOrigin}`,
        // Receivers of webhooks are of the tests' own.
        WEBHOOK_ALLOW_PRIVATE: '1',
      };
      const service = await startTestService({ extensions, env });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  undoSendSeconds: ['0', { option: true }],
  clock: async ({ service }, use) => {
    const clock = new TestClock(service.setClock);
    await service.setClock(clock.now());
    await use(clock);
  },
  demoSite: async ({ service, problems }, use) => {
    problems.refuseWrites();
    await use(service.demoSite);
  },
  makeSite: async ({ service, clock: _set }, use) => use(service.makeSite),
  site: async ({ makeSite }, use) => use(await makeSite()),
  demoCopy: async ({ makeSite }, use) => use(await makeSite({ isDemo: true })),
  ownService: [
    async ({ extensions, context, portalHost }, use) => {
      const service = await startTestService({ extensions, env: { EMBED_ORIGINS: portalHost.origin } });
      await use({ ...service.ownDemoSite, ...service });
      // Open pages keep polling and would meet a refused connection.
      for (const page of context.pages()) await page.close();
      await service.remove();
    },
    { timeout: 90_000 },
  ],
  between: async ({ service, context }, use) => {
    const proxy = await startTamperingProxy(service.url);
    await use(proxy);
    // Open pages keep polling and would meet a closed proxy.
    for (const page of context.pages()) await page.goto('about:blank');
    await proxy.close();
  },
  baseURL: async ({ service }, use) => use(service.url),
  problems: async ({}, use) => {
    const problems = new PageProblems();
    await use(problems);
    base.expect(problems.unexpected, 'nothing went wrong in the page').toEqual([]);
  },
  adopt: async ({ problems, clock }, use) =>
    use(async (context) => {
      for (const page of context.pages()) countCalls(page);
      context.on('page', countCalls);
      await problems.watch(context);
      await clock.follow(context);
    }),
  context: async ({ context, adopt, problems, undoSendSeconds }, use) => {
    await adopt(context);
    const preference = await context.addInitScript((seconds) => {
      try {
        // Neither the customer page nor a frame stores anything, and the docs are a page without the dashboard.
        if (!/^\/(portal|embed|docs)\b/.test(location.pathname))
          localStorage.setItem('support-console:undo-send', seconds);
      } catch {
        // In another site's frame there is none.
      }
    }, undoSendSeconds);
    await use(context);
    await preference.dispose();
    // Open pages keep polling: the routes of a test end with it, and held calls are released.
    problems.endWatch();
    for (const page of context.pages()) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await endStoring(page);
    }
    // A context that is used again keeps these.
    await context.clearPermissions();
    await context.setOffline(false);
  },
});
