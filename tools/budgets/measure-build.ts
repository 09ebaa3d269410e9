import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EMBED_FILES } from '#tools/build/build-embed.ts';
import { PORTAL_MANIFEST } from '#tools/build/build-portal.ts';
import { readViews } from '#tools/build/read-views.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import type { View } from '#src/panels/view-type.ts';
import { compressBrotliText } from '#tools/build/precompress.ts';
import { openInbox } from './open-inbox.ts';
import { closure, readBuild, readFiles, type Chunk } from './read-build.ts';

/** One line of the table: what it is, how much of it there is, and how much there may be. */
export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: 'kB' | 'files' | 'places' | 'calls';
  /** What was counted. */
  readonly detail: readonly string[];
}

/** Packages that come on demand, each with what only it needs. Those that nothing uses yet are not in the table. */
const ON_DEMAND = [
  { name: 'charts', home: 'node_modules/recharts/', limit: 110 },
  { name: 'headless parts', home: 'node_modules/@base-ui/', limit: 75 },
  { name: 'forms', home: 'node_modules/react-hook-form/', limit: 20 },
] as const;

/** Limit of what a page may add to one that has loaded the inbox; views and places can have a lower one in their `view.ts`. */
const PAGE_LIMIT = 50;

/** The pages of the views outside the entry, by their routes. */
export function pagesOf(
  views: readonly View[],
  root: string = ROOT,
): readonly { readonly name: string; readonly home: string; readonly limit: number }[] {
  return globSync('src/routes/_app/*.tsx', { cwd: root })
    .toSorted()
    .flatMap((home) => {
      const name = `/${basename(home, '.tsx').replaceAll('_', '').replaceAll('.', '/')}`;
      const view = views.find(({ owns }) => owns.some((start) => `${name}/`.startsWith(`${start}/`)));
      if (view === undefined) return [];
      // A tab has a limit of its own, the first one too, which is no place.
      const place = view.places?.find(({ path, isVerb }) => path === name && isVerb === undefined);
      const page = name.endsWith('/index') ? undefined : (place ?? view);
      return [{ name, home: `${home}?`, limit: page?.maxKb ?? PAGE_LIMIT }];
    });
}

/**
 * Addresses in the code that are names, texts of errors, the machine itself or nobody's; nothing is loaded from them.
 */
const NAMES = /^https?:\/\/(?:www\.w3\.org\/|127\.0\.0\.1|localhost|react\.dev\/|[\w.-]+\.invalid\b)/;

/** Measures the built dashboard; sizes are kB (1,000 bytes) of brotli 11, as the service sends them. */
export async function measureBuild(dist: string): Promise<readonly Measure[]> {
  const chunks = readBuild(dist);
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const linked = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)]
    .map(([, file = '']) => file)
    .filter((file) => existsSync(join(dist, file)));
  const first = closure(
    chunks,
    linked.filter((file) => file.endsWith('.js')),
  );
  // The first script is no module of the build's list.
  const paints = unique([...linked.filter((file) => file.endsWith('.js')), ...first.map(({ file }) => file)]);
  const styles = unique([...first.flatMap(({ css }) => css), ...linked.filter((file) => file.endsWith('.css'))]);
  const { scripts, calls } = await openInbox(paints);
  const dashboard = unique([...paints, ...chunks.keys()]);
  const portal = ['portal.html', ...readFiles(dist, PORTAL_MANIFEST)];
  const texts = unique([
    'index.html',
    ...linked,
    ...paints,
    ...portal,
    ...globSync('**/*.{html,css}', { cwd: dist }),
  ]).map((file) =>
    // What stays of licences names their addresses.
    readFileSync(join(dist, file), 'utf8').replace(/\/\*![\s\S]*?\*\//g, ''),
  );
  const hosts = unique(texts.flatMap((text) => text.match(/https?:\/\/[\w.:-]+[^\s"'`)\\]*/g) ?? [])).filter(
    (url) => !NAMES.test(url),
  );
  const fonts = globSync('**/*.{woff,woff2,ttf,otf,eot}', { cwd: dist });
  const circular = [...chunks.values()]
    .filter((chunk) => closure(chunks, chunk.imports).includes(chunk))
    .map(({ file }) => file);

  return [
    { name: 'inbox, to its rows', value: await sizeOf(dist, paints), limit: 300, unit: 'kB', detail: paints },
    { name: 'inbox, until idle', value: await sizeOf(dist, scripts), limit: 300, unit: 'kB', detail: scripts },
    { name: 'inbox, until idle: scripts', value: scripts.length, limit: 10, unit: 'files', detail: scripts },
    { name: 'inbox, until idle: calls', value: calls.length, limit: 9, unit: 'calls', detail: calls },
    { name: 'dashboard: all scripts', value: await sizeOf(dist, dashboard), limit: 700, unit: 'kB', detail: dashboard },
    { name: 'customer page: all told', value: await sizeOf(dist, portal), limit: 110, unit: 'kB', detail: portal },
    { name: 'styles', value: await sizeOf(dist, styles), limit: 14.5, unit: 'kB', detail: styles },
    { name: 'foreign hosts', value: hosts.length, limit: 0, unit: 'places', detail: hosts },
    // What a module reads of another one while it starts has to be there by then.
    { name: 'chunks in circles', value: circular.length, limit: 0, unit: 'files', detail: circular },
    // Inter, latin and latin-ext, each with its rule; fetched for the next visit.
    { name: 'fonts', value: fonts.length, limit: 2, unit: 'files', detail: fonts },
    ...(await measureAdded(dist, chunks, closure(chunks, scripts), 'on demand', ON_DEMAND)),
    ...(await measureAdded(dist, chunks, closure(chunks, scripts), 'page', pagesOf(await readViews()))),
    ...(await measureFrames(dist, chunks, scripts)),
  ];
}

/** What a frame fetches once it stands; the dashboard has the same in the file that it fetches then. */
const AFTER_PAINT = ['src/embed/frame-parts.tsx', 'src/shell/offline-banner.tsx', 'src/inbox/after-paint.ts'];

/**
 * Of each view that may be embedded its first page, until it is idle: the limit is what the same page of the dashboard loads by then.
 */
async function measureFrames(
  dist: string,
  full: ReadonlyMap<string, Chunk>,
  scripts: readonly string[],
): Promise<readonly Measure[]> {
  const framed = readBuild(dist, EMBED_FILES);
  const html = readFileSync(join(dist, 'embed.html'), 'utf8');
  const linked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
  const views = (await readViews()).filter(({ embed }) => embed !== undefined);
  return Promise.all(
    views.map(async ({ id, path }): Promise<Measure> => {
      const name = `src/routes/_app/${path.slice(1).replaceAll('/', '.')}`;
      const homes = [`${name}.tsx?`, `${name}.index.tsx?`];
      const late = id === 'inbox' ? AFTER_PAINT : AFTER_PAINT.slice(0, 2);
      const frame = unique([...linked, ...filesOf(framed, linked, [...homes, ...late])]);
      const page = unique([...scripts, ...filesOf(full, scripts, homes)]);
      const limit = await sizeOf(dist, page);
      return { name: `frame: ${id}`, value: await sizeOf(dist, frame), limit, unit: 'kB', detail: frame };
    }),
  );
}

/** What an entry and some pages load, each file once. */
function filesOf(
  chunks: ReadonlyMap<string, Chunk>,
  entry: readonly string[],
  homes: readonly string[],
): readonly string[] {
  const pages = [...chunks.values()].filter(({ modules }) =>
    [...modules.keys()].some((module) => homes.some((home) => module.includes(home))),
  );
  return closure(chunks, [...entry, ...pages.map(({ file }) => file)]).map(({ file }) => file);
}

/** What each part adds to a page that has loaded the inbox: the chunks that hold it, and what they alone import. */
async function measureAdded(
  dist: string,
  chunks: ReadonlyMap<string, Chunk>,
  loaded: readonly Chunk[],
  kind: string,
  parts: readonly { readonly name: string; readonly home: string; readonly limit: number }[],
): Promise<readonly Measure[]> {
  const measures = parts.map(async ({ name, home, limit }): Promise<readonly Measure[]> => {
    const holders = [...chunks.values()].filter(({ modules }) =>
      [...modules.keys()].some((module) => module.includes(home)),
    );
    if (holders.length === 0) return [];
    const files = closure(
      chunks,
      holders.map(({ file }) => file),
    )
      .filter((chunk) => !loaded.includes(chunk))
      .map(({ file }) => file);
    return [{ name: `${kind}: ${name}`, value: await sizeOf(dist, files), limit, unit: 'kB', detail: files }];
  });
  return (await Promise.all(measures)).flat();
}

async function sizeOf(dist: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => (await compressBrotliText(readFileSync(join(dist, file)))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
