import type { Frame } from '@playwright/test';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { SANDBOX } from './host-page.ts';

/** The result of each kind of storage in the document of a frame: the name of the error if refused. */
function tryStorage(frame: Frame): Promise<Record<string, string>> {
  return frame.evaluate(async () => {
    const attempt = async (what: () => unknown): Promise<string> => {
      try {
        await what();
        return 'works';
      } catch (error) {
        return error instanceof DOMException ? error.name : 'failed';
      }
    };
    const openDatabase = () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('probe');
        request.addEventListener('success', resolve);
        request.addEventListener('error', () => reject(request.error));
      });
    return {
      session: await attempt(() => sessionStorage.length),
      local: await attempt(() => localStorage.length),
      caches: await attempt(() => caches.keys()),
      database: await attempt(openDatabase),
      cookie: document.cookie,
    };
  });
}

const REFUSED = {
  ...{ session: 'SecurityError', local: 'SecurityError', caches: 'SecurityError' },
  ...{ database: 'UnknownError', cookie: '' },
};

test('EM-01, EM-03, EM-07: in a frame of another site, without cookies and storage, a view works without the shell, with the suggested sandbox and without one', async ({
  host,
  demoSite,
}) => {
  await host.open();
  const answer = { token: demoSite.tokens.readOnly };
  const frames = {
    Health: { path: 'health', sandbox: SANDBOX },
    Inbox: { path: 'inbox', sandbox: null },
  };
  for (const [heading, { path, sandbox }] of Object.entries(frames)) {
    const hosted = await host.add({ src: `${demoSite.url}/embed/${path}`, sandbox, answer, width: 390 });
    await expect(hosted.heading).toContainText(heading);
    await expect.poll(async () => tryStorage(await hosted.frame())).toEqual(REFUSED);
    await expect(hosted.inside.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  }
  await settled(host.page);
  await expect.poll(() => host.page.context().cookies()).toEqual([]);
});

test('EM-07: a frame in a sandbox without allow-same-origin says so', async ({ host, demoSite, problems }) => {
  // An opaque origin may load none of our files.
  problems.allow(/Console: /);
  await host.open();
  const hosted = await host.add({ src: `${demoSite.url}/embed/csat`, sandbox: 'allow-scripts' });
  await expect(hosted.inside.getByText('allow-same-origin')).toBeInViewport();
  await settled(host.page);
  expect(await host.heard()).toEqual([]);
});
