import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { findReferences, type Reference } from './find-references.ts';

const FOLDERS = '{contract,server,src,e2e,bench,tools,docs,deploy,public}';
const FILES = [`${FOLDERS}/**/*.{ts,tsx,mjs,sql,css,html,md,json}`, '*.{ts,html,md,json}'];
const ELSEWHERE = /(?:^|\/)(?:node_modules|generated)\//;
/** A decision that holds no longer speaks of what was there then. */
const SUPERSEDED = /^\d{4}-\d{2}-\d{2}, superseded/m;

/** Files and headings that comments and pages name and that do not exist, one line each. */
export function checkReferences(root: string = ROOT): readonly string[] {
  const files = globSync(FILES, { cwd: root }).filter((file) => !ELSEWHERE.test(file));
  const names = new Set(files.map((file) => basename(file)));
  const folders = [...new Set(files.map((file) => `/${dirname(file)}/`))];
  const decisions = new Set(
    files.filter((file) => file.startsWith('docs/decisions/')).map((file) => basename(file).slice(0, 4)),
  );
  const pages = new Map<string, readonly string[]>();

  const headingsOf = (path: string) => {
    const known = pages.get(path) ?? readHeadings(readFileSync(join(root, path), 'utf8'));
    pages.set(path, known);
    return known;
  };

  const explain = (file: string, { path, kind, heading, anchor }: Reference): string | null => {
    if (kind === 'decision') return decisions.has(path) ? null : `there is no decision ${path}`;
    // A folder ends with a slash, and may be named by its last parts, such as `shell/palette/`.
    if (kind === 'name' && path.endsWith('/')) {
      return folders.some((folder) => folder.includes(`/${path}`)) ? null : `there is no folder ${path}`;
    }
    if (kind === 'name' && !path.includes('/') && heading === null) {
      return names.has(path) ? null : `there is nothing called ${path}`;
    }
    const near = path === '' ? file : join(dirname(file), path);
    const candidates = kind === 'link' ? [near] : [path, near];
    const found = candidates.find((candidate) => existsSync(join(root, candidate)));
    if (found === undefined) return `there is no ${path}`;
    if (heading !== null && !headingsOf(found).includes(heading)) return `${path} has no heading "${heading}"`;
    if (anchor !== null && !headingsOf(found).map(toAnchor).includes(anchor))
      return `${found} has no heading #${anchor}`;
    return null;
  };

  return files.toSorted().flatMap((file) => {
    // A migration is never changed, so what it names may be gone.
    if (file.endsWith('.json') || file.startsWith('server/migrations/')) return [];
    const text = readFileSync(join(root, file), 'utf8');
    if (file.startsWith('docs/decisions/') && SUPERSEDED.test(text)) return [];
    return findReferences(file, text).flatMap((reference) => {
      const problem = explain(file, reference);
      return problem === null ? [] : [`${file}:${reference.line}: ${problem}`];
    });
  });
}

/** The headings of a page as they are read: without marks of code and links. */
function readHeadings(text: string): readonly string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll('`', '')
      .trim(),
  );
}

/** As GitHub names a heading in an address. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
