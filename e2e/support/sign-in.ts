import { expect, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { Site } from './service.ts';

interface Options {
  /** The site's own unless another is given. */
  readonly token?: string;
  /** Where to go: the page after signing in, such as `/inbox?status=open`; the inbox unless given. */
  readonly path?: string;
}

const Started = z.object({ data: z.object({ token: z.string() }) });

/** The raw token of a new session; null where the service has none to give. */
export async function openSession(site: Site, token: string): Promise<string | null> {
  const { status, json } = await site.call('POST', 'sessions', { token, body: {} });
  return status === 200 ? Started.parse(json).data.token : null;
}

/**
 * Opens a page with a session, and waits for the shell with its navigation. The session
 * is a real one of the service; only the page that asks for a token is left out, which costs a quarter of a start.
 */
export async function signIn(
  page: Page,
  site: Site,
  { token = site.token, path = '/inbox' }: Options = {},
): Promise<void> {
  const opened = await openSession(site, token);
  if (opened === null) return signInByLink(page, site, { token, path });
  const session = { token: opened, baseUrl: '/v1', kind: 'session', kept: false };
  // For this one document: later ones, and other tabs, find for themselves what they find.
  const script = await page.addInitScript(
    (text) => sessionStorage.setItem('support-console:session', text),
    JSON.stringify(session),
  );
  await page.goto(`${site.url}${path}`);
  await script.dispose();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Signs in by a link with the token in its fragment, and waits for the shell with its navigation. */
export async function signInByLink(
  page: Page,
  site: Site,
  { token = site.token, path = '/inbox' }: Options = {},
): Promise<void> {
  await page.goto(`${site.url}/sign-in?next=${encodeURIComponent(path)}#token=${token}`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
}
