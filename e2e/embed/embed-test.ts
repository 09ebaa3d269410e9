import { startPortalHost, type PortalHost } from '#e2e/support/portal-host.ts';
import { test as base } from '#e2e/support/test.ts';
import { HostPage } from './host-page.ts';

export { expect } from '#e2e/support/test.ts';

interface Hosts {
  /** Listed, and of another site than the service: there the browser gives a frame neither cookies nor storage. */
  host: HostPage;
  /** Listed, and of the site of the service: there a frame has storage. */
  nearHost: HostPage;
  unlistedHost: HostPage;
}

const EMPTY = {
  serviceUrl: '',
  files: { 'index.html': '<!doctype html><html lang="en"><title>Portal</title><body></body></html>' },
  headers: { 'content-security-policy': '' },
};

/** The tests of embedded pages have hosts that say what no host should. */
export const test = base.extend<Hosts, { unlisted: PortalHost }>({
  unlisted: [
    async ({}, use) => {
      const host = await startPortalHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  host: async ({ page, portalHost }, use) => use(new HostPage(page, `${portalHost.add(EMPTY)}index.html`)),
  nearHost: async ({ page, portalHost }, use) => {
    const address = portalHost.add(EMPTY).replace(portalHost.origin, portalHost.nearOrigin);
    await use(new HostPage(page, `${address}index.html`));
  },
  unlistedHost: async ({ page, unlisted }, use) => use(new HostPage(page, `${unlisted.add(EMPTY)}index.html`)),
});
