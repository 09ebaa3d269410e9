import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// Browsers that people use come first. The headless shell lacks parts that only a screen needs: it asks for no icon, for one.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chromium-headless-shell'];
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of the browser that TEST_CHROMIUM names, else of an installed Chromium or Chrome, else of the one that
 * Playwright fetched, else undefined. Fails where TEST_CHROMIUM names nothing: another browser would be a wrong answer.
 */
export async function findChromium(): Promise<string | undefined> {
  const named = process.env['TEST_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`TEST_CHROMIUM is not a file: ${named}`);
    return named;
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...FIXED].find((path) =>
    existsSync(path),
  );
  if (installed !== undefined) return installed;
  const { chromium } = await import('playwright');
  const fetched = chromium.executablePath();
  return existsSync(fetched) ? fetched : undefined;
}

/** Flags for every browser that is started here: nothing goes out to the network by itself. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
];
