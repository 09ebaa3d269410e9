import type { Locator, Page } from '@playwright/test';
import { runAdmin } from '#tools/service/start-service.ts';

/** The field for a token, on the sign-in page and in the dialog over a page. */
export const field = (page: Page): Locator => page.getByLabel('API token', { exact: true });

/** Pastes as a person does: by the clipboard's event, with all its white space. */
export async function paste(page: Page, text: string): Promise<void> {
  await field(page).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** A token that only reads, made by the admin command while the service is stopped. */
export async function createToken(dataDir: string, ...more: readonly string[]): Promise<{ token: string; id: string }> {
  const site = more.includes('--site-id') ? [] : ['--site-id', '1'];
  const made = await runAdmin(dataDir, ['token', 'create', ...site, '--label', 'x', '--scopes', 'read', ...more]);
  return { token: String(made['token']), id: String(made['token_id']) };
}
