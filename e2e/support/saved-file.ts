import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Presses what saves a file, and answers its name and its lines. */
export async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text, lines: text.slice(1).trimEnd().split('\r\n') };
}
