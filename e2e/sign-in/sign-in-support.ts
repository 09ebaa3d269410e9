import { expect, type Locator, type Page } from '@playwright/test';
import type { Site } from '#e2e/support/service.ts';

/** The field for a token, on the sign-in page and in the dialog over a page. */
export const field = (page: Page): Locator => page.getByLabel('API token', { exact: true });
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** The alert with a text. */
export const alert = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ });

export async function expectInside(page: Page): Promise<void> {
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Pastes as a person does: by the clipboard's event, with all its white space. */
export async function paste(page: Page, text: string): Promise<void> {
  await field(page).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The session token that the page holds in its tab; empty without one. */
export const sessionToken = (page: Page): Promise<string> =>
  page.evaluate(() => /sct_\w{44}/.exec(JSON.stringify({ ...sessionStorage }))?.[0] ?? '');

export async function expectSession(page: Page, token: string): Promise<void> {
  await expect.poll(() => sessionToken(page)).toBe(token);
}

/** Waits for a session in the tab and answers its token. */
export async function heldSession(page: Page): Promise<string> {
  await expect.poll(() => sessionToken(page)).not.toBe('');
  return sessionToken(page);
}

/** The label of the API token that a token belongs to, or the status of the refusal. */
export async function whoami(site: Site, token: string): Promise<unknown> {
  const { status, json } = await site.call('GET', 'whoami', { token });
  return status === 200 ? (json as { data: { label: string } }).data.label : status;
}
