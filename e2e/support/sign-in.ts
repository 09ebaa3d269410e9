import { expect, type Page } from '@playwright/test';
import type { TestService } from './service.ts';

interface Options {
  /** The token that may do everything unless another is given. */
  readonly token?: string;
  /** Where to go: the page after signing in, such as `/inbox?status=open`. */
  readonly path?: string;
}

/** Signs in by a link with the token in its fragment, and waits until the shell with its navigation stands. */
export async function signIn(
  page: Page,
  service: TestService,
  { token = service.tokens.all, path = '/' }: Options = {},
): Promise<void> {
  await page.goto(`${service.url}/sign-in?next=${encodeURIComponent(path)}#token=${token}`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
}
