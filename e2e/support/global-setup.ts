import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { prepareTemplate } from './template.ts';

/** Playwright runs this once before all tests. */
export default async function setUp(): Promise<void> {
  if (!existsSync(join(ROOT, 'dist', 'index.html'))) throw new Error('The dashboard is not built: npm run build');
  await prepareTemplate();
}
