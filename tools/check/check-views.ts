import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readViews } from '#tools/build/read-views.ts';
import { ROOT } from '#tools/setup/run-command.ts';

const PAGES = ['docs/using.md', 'docs/features.md'];

/** Addresses of views and their places that no page of the documentation names. */
export async function checkViews(root: string = ROOT): Promise<readonly string[]> {
  const text = PAGES.map((page) => join(root, page))
    .map((page) => (existsSync(page) ? readFileSync(page, 'utf8') : ''))
    .join('\n');
  const paths = (await readViews(root)).flatMap(({ path, places = [] }) => [
    path,
    ...places.map((place) => place.path),
  ]);
  return [...new Set(paths.map((path) => path.split('?')[0] ?? path))]
    .filter((path) => !text.includes(`\`${path}\``))
    .map((path) => `${PAGES.join(' or ')}: ${path} is not documented`);
}
