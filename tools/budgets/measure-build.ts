import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PORTAL_MANIFEST } from '#tools/build/build-portal.ts';
import { compressBrotliText } from '#tools/build/precompress.ts';
import { closure, readBuild, readFiles, type Chunk } from './read-build.ts';

/** One line of the table: what it is, how much of it there is, and how much there may be. */
export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: 'kB' | 'files' | 'places';
  /** What was counted. */
  readonly detail: readonly string[];
}

/** The route of the inbox and the routes around it, split off or in the entry. */
const INBOX_ROUTES =
  /^src\/routes\/(?:__root|_[\w-]+|(?:_[\w-]+[./])?inbox(?:[./](?:index|route|lazy))?)\.tsx(?:\?tsr-split|$)/;

/** The schemas that read the first answer: fetched beside the first call, by no static import. */
const SCHEMAS = /^contract\/tickets\.ts/;

/** Packages that come on demand, each with what only it needs. Those that nothing uses yet are not in the table. */
const ON_DEMAND = [
  { name: 'charts', home: 'node_modules/recharts/', limit: 110 },
  { name: 'headless parts', home: 'node_modules/@base-ui/', limit: 75 },
  { name: 'forms', home: 'node_modules/react-hook-form/', limit: 20 },
] as const;

/** Addresses in the code that are names, texts of errors, the machine itself or nobody's; nothing is loaded from them. */
const NAMES = /^https?:\/\/(?:www\.w3\.org\/|127\.0\.0\.1|localhost|react\.dev\/|[\w.-]+\.invalid\b)/;

/** Measures the built dashboard; sizes are kB (1,000 bytes) of brotli 11, as the service sends them. */
export async function measureBuild(dist: string): Promise<readonly Measure[]> {
  const chunks = readBuild(dist);
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const linked = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)]
    .map(([, file = '']) => file)
    .filter((file) => existsSync(join(dist, file)));
  const routes = [...chunks.values()].filter(({ modules }) => hasModule(modules, INBOX_ROUTES));
  if (!routes.some(({ modules }) => hasModule(modules, /inbox/)))
    throw new Error('The route of the inbox is in no chunk');

  const cold = closure(chunks, [...linked, ...routes.map(({ file }) => file)]);
  const scripts = cold.map(({ file }) => file);
  const styles = unique([...cold.flatMap(({ css }) => css), ...linked.filter((file) => file.endsWith('.css'))]);
  const schemas = [...chunks.values()].filter(({ modules }) => hasModule(modules, SCHEMAS));
  const all = unique(['index.html', ...linked, ...scripts, ...styles, ...schemas.map(({ file }) => file)]);
  const portal = ['portal.html', ...readFiles(dist, PORTAL_MANIFEST)];
  const texts = unique([...all, ...portal, ...globSync('**/*.{html,css}', { cwd: dist })]).map((file) =>
    // What is kept of licences names their homes.
    readFileSync(join(dist, file), 'utf8').replace(/\/\*![\s\S]*?\*\//g, ''),
  );
  const hosts = unique(texts.flatMap((text) => text.match(/https?:\/\/[\w.:-]+[^\s"'`)\\]*/g) ?? [])).filter(
    (url) => !NAMES.test(url),
  );
  const fonts = [
    ...globSync('**/*.{woff,woff2,ttf,otf,eot}', { cwd: dist }),
    ...texts.flatMap((text) => text.match(/@font-face/g) ?? []),
  ];

  return [
    { name: 'inbox, cold: JavaScript', value: await sizeOf(dist, scripts), limit: 125, unit: 'kB', detail: scripts },
    { name: 'inbox, cold: all told', value: await sizeOf(dist, all), limit: 145, unit: 'kB', detail: all },
    { name: 'inbox, cold: requests', value: all.length, limit: 8, unit: 'files', detail: all },
    { name: 'customer page: all told', value: await sizeOf(dist, portal), limit: 82, unit: 'kB', detail: portal },
    { name: 'styles', value: await sizeOf(dist, styles), limit: 10, unit: 'kB', detail: styles },
    { name: 'foreign hosts', value: hosts.length, limit: 0, unit: 'places', detail: hosts },
    { name: 'fonts', value: fonts.length, limit: 0, unit: 'places', detail: fonts },
    ...(await measureOnDemand(dist, chunks, [...cold, ...schemas])),
  ];
}

/** What each package on demand adds to a page that has loaded the inbox: its chunks, and what they alone import. */
async function measureOnDemand(
  dist: string,
  chunks: ReadonlyMap<string, Chunk>,
  loaded: readonly Chunk[],
): Promise<readonly Measure[]> {
  const measures = ON_DEMAND.map(async ({ name, home, limit }): Promise<readonly Measure[]> => {
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
    return [{ name: `on demand: ${name}`, value: await sizeOf(dist, files), limit, unit: 'kB', detail: files }];
  });
  return (await Promise.all(measures)).flat();
}

async function sizeOf(dist: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => (await compressBrotliText(readFileSync(join(dist, file)))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

function hasModule(modules: Chunk['modules'], pattern: RegExp): boolean {
  return [...modules.keys()].some((module) => pattern.test(module));
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
