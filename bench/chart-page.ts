/**
 * The pages of figures on slow 4G and a quarter of the machine's speed, beside a floor page that draws the two charts of AI
 * usage with plain Recharts (`bench/floor-charts`), in turns in one browser. Prints medians and ratios.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '#tools/browser/find-chromium.ts';
import { startService } from '#tools/service/start-service.ts';
import { fillSite } from './fill-site.ts';
import { serveFloor } from './floor-server.ts';
import { median } from './measure.ts';
import { visitSlowly, type Visit } from './slow-visit.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
/** High enough for both charts: what is far below the fold is not drawn. */
const VIEWPORT = { width: 1440, height: 1600 };
const GOALS = { cpu: 1.5, blockingMs: 600, answerKb: 60 };
/** `shown` is the first figure; `charts` are drawn once the page is settled. */
const PAGES = [
  { name: 'AI usage', path: '/ai/usage', shown: 'main h2[title^="$"]', charts: 2 },
  {
    name: 'CSAT',
    path: '/csat',
    shown: 'main section[aria-busy="false"] h2, main section:not([aria-busy]) h2',
    charts: 1,
  },
  { name: 'Health', path: '/health', shown: 'main h2', charts: 0 },
] as const;

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
const dataDir = join(folder, 'data');
const { token } = await fillSite(dataDir, 2_000);
const service = await startService({ dataDir });
const floor = await serveFloor('floor-charts', join(folder, 'floor'), service.url);
const executablePath = await findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath === undefined ? {} : { executablePath }),
});

interface Wanted {
  readonly shown: string;
  readonly charts: number;
  /** Signs in first. */
  readonly signIn?: string;
}

async function visit(url: string, { shown, charts, signIn }: Wanted): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  if (signIn !== undefined) {
    await page.goto(signIn);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  const seen = await visitSlowly(page, url, { clearCache: true, shown });
  const drawn = await page.locator('svg.recharts-surface').count();
  if (drawn < charts) throw new Error(`${url} has drawn ${drawn} charts of ${charts}`);
  await context.close();
  return seen;
}

function print(name: string, own: readonly Visit[], bare: readonly Visit[]): void {
  console.log(`${name}, first visit (slow 4G, 1/4 of the speed; ${RUNS} runs)`);
  const medians = (field: keyof Visit) => [own, bare].map((visits) => median(visits.map((one) => one[field])));
  for (const [title, field] of [
    ['first contentful paint', 'paintMs'],
    ['first figure', 'shownMs'],
    ['main thread, own time', 'cpuMs'],
    ['blocking time', 'blockingMs'],
  ] as const) {
    const [page = NaN, base = NaN] = medians(field);
    const isOver =
      (field === 'cpuMs' && page / base > GOALS.cpu) || (field === 'blockingMs' && page > GOALS.blockingMs);
    if (isOver) process.exitCode = 1;
    const times = `${page.toFixed(0).padStart(6)} ms, floor ${base.toFixed(0).padStart(5)}: ${(page / base).toFixed(2)}`;
    console.log(`  ${title.padEnd(24)} ${times}${isOver ? ' OVER' : ''}`);
  }
  const kb = (field: keyof Visit) => medians(field).map((bytes) => (bytes / 1000).toFixed(1));
  const [scripts, floorScripts] = kb('scriptBytes');
  const [answers = ''] = kb('answerBytes');
  const isHeavy = Number(answers) > GOALS.answerKb;
  if (isHeavy) process.exitCode = 1;
  const [shift = NaN] = medians('shift');
  const [calls = NaN] = medians('calls');
  console.log(
    `  scripts ${scripts} kB, floor ${floorScripts}; ${calls} calls, answers ${answers} kB before compression${isHeavy ? ' OVER' : ''}; layout shift ${shift.toFixed(4)}`,
  );
}

try {
  const own = new Map<string, Visit[]>(PAGES.map(({ name }) => [name, []]));
  const bare: Visit[] = [];
  const signIn = `${service.url}/sign-in#token=${token}`;
  for (let run = 0; run < RUNS; run += 1) {
    for (const page of PAGES) own.get(page.name)?.push(await visit(`${service.url}${page.path}`, { ...page, signIn }));
    bare.push(await visit(`${floor.url}#token=${token}`, { shown: '[data-figure]', charts: 2 }));
  }
  for (const [name, visits] of own) print(name, visits, bare);
  console.log(
    `goals: main thread ${GOALS.cpu} of the floor, blocking ${GOALS.blockingMs} ms, answers ${GOALS.answerKb} kB`,
  );
} finally {
  await browser.close();
  floor.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
