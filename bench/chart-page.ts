/**
 * A page with charts on slow 4G and a quarter of the machine's speed: AI usage beside a floor page that draws the same two
 * charts of the same days with plain Recharts (`bench/floor-charts`), in turns in one browser. Prints medians and ratios.
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
const GOALS = { cpu: 1.5, blockingMs: 600 };

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

async function visit(url: string, shown: string, signIn: string | null): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  if (signIn !== null) {
    await page.goto(signIn);
    await page.locator('[data-row]').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  const seen = await visitSlowly(page, url, { clearCache: true, shown });
  const charts = await page.locator('svg.recharts-surface').count();
  if (charts < 2) throw new Error(`${url} has drawn ${charts} charts of 2`);
  await context.close();
  return seen;
}

try {
  const own: Visit[] = [];
  const bare: Visit[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const signIn = `${service.url}/sign-in#token=${token}`;
    own.push(await visit(`${service.url}/ai/usage`, 'main h2[title^="$"]', signIn));
    bare.push(await visit(`${floor.url}#token=${token}`, '[data-figure]', null));
  }
  console.log(`AI usage, first visit (slow 4G, 1/4 of the speed; ${RUNS} runs)`);
  const medians = (field: keyof Visit) => [own, bare].map((visits) => median(visits.map((one) => one[field])));
  for (const [name, field] of [
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
    console.log(`  ${name.padEnd(24)} ${times}${isOver ? ' OVER' : ''}`);
  }
  const [bytes = NaN, floorBytes = NaN] = medians('scriptBytes');
  const [shift = NaN] = medians('shift');
  const [calls = NaN] = medians('calls');
  console.log(
    `  scripts ${(bytes / 1000).toFixed(1)} kB, floor ${(floorBytes / 1000).toFixed(1)}; layout shift ${shift.toFixed(4)}, ${calls} calls (goals: main thread ${GOALS.cpu}, blocking ${GOALS.blockingMs} ms)`,
  );
} finally {
  await browser.close();
  floor.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
