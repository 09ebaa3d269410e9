import { join } from 'node:path';
import { findChromium } from '#tools/browser/find-chromium.ts';
import { installDebian, mayInstallDebian } from './install-debian.ts';
import { ROOT, runNode } from './run-command.ts';

/** A Chromium for the end-to-end tests: an installed one, else Debian's, else Playwright's. False where there is none. */
export async function ensureChromium(): Promise<boolean> {
  if ((await findChromium()) !== undefined) return true;
  if (mayInstallDebian()) {
    for (const name of ['chromium', 'chromium-headless-shell']) {
      if ((await installDebian(name)) && (await findChromium()) !== undefined) return true;
    }
  }
  await runNode([join(ROOT, 'node_modules/playwright/cli.js'), 'install', 'chromium'], { output: 'show' });
  return (await findChromium()) !== undefined;
}
