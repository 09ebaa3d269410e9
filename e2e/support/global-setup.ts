import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { createTemplate, removeTemplate } from './template.ts';

/** Playwright runs this once before all tests; what it answers runs once after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (!existsSync(join(ROOT, 'dist', 'index.html'))) throw new Error('The dashboard is not built: npm run build');
  const template = await createTemplate();
  return () => removeTemplate(template);
}
