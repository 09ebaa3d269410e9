import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VIEWS } from '#src/shell/views.ts';
import { ROOT } from '#tools/setup/run-command.ts';

const PAGES = ['docs/using.md', 'docs/features.md'];

/** Addresses of views and their places that no page of the documentation names. */
export function checkViews(root: string = ROOT): readonly string[] {
  const text = PAGES.map((page) => join(root, page))
    .map((page) => (existsSync(page) ? readFileSync(page, 'utf8') : ''))
    .join('\n');
  const paths = VIEWS.flatMap(({ path, places = [] }) => [path, ...places.map((place) => place.path)]);
  return [...new Set(paths.map((path) => path.split('?')[0] ?? path))]
    .filter((path) => !text.includes(`\`${path}\``))
    .map((path) => `${PAGES.join(' or ')}: ${path} is not documented`);
}
