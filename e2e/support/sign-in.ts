import { expect, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { TestService } from './service.ts';

interface Options {
  /** The token that may do everything unless another is given. */
  readonly token?: string;
  /** Where to go: the page after signing in, such as `/inbox?status=open`. */
  readonly path?: string;
}

const Started = z.object({ data: z.object({ token: z.string() }) });

/**
 * Opens a page as somebody who has signed in already, and waits until the shell with its navigation stands. The session
 * is a real one of the service; only the page that asks for a token is left out, which costs a quarter of a start.
 */
export async function signIn(
  page: Page,
  service: TestService,
  { token = service.tokens.all, path = '/' }: Options = {},
): Promise<void> {
  const { status, json } = await service.call('POST', 'sessions', { token, body: {} });
  if (status !== 200) return signInByLink(page, service, { token, path });
  const session = { token: Started.parse(json).data.token, baseUrl: '/v1', kind: 'session', kept: false };
  // Any address of the service will do to reach its storage: this one is small and runs nothing.
  await page.goto(`${service.url}/icon.svg`);
  await page.evaluate((text) => sessionStorage.setItem('support-console:session', text), JSON.stringify(session));
  await page.goto(`${service.url}${path}`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Signs in by a link with the token in its fragment, and waits until the shell with its navigation stands. */
export async function signInByLink(
  page: Page,
  service: TestService,
  { token = service.tokens.all, path = '/' }: Options = {},
): Promise<void> {
  await page.goto(`${service.url}/sign-in?next=${encodeURIComponent(path)}#token=${token}`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
}
