/**
 * From the address to the rows, on slow 4G and a quarter of the machine's speed: the dashboard beside a floor page with the
 * same packages (`bench/floor`), in turns in one browser. Prints medians and the ratios to the floor, on a desktop and a phone,
 * for a first visit (nothing cached) and a second one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '#tools/browser/find-chromium.ts';
import { startService } from '#tools/service/start-service.ts';
import { fillSite } from './fill-site.ts';
import { serveFloor } from './floor-server.ts';
import { median } from './measure.ts';
import { visitSlowly, type Visit } from './slow-visit.ts';

const TICKETS = 10_000;
const RUNS = Number(process.env['RUNS'] ?? 5);
const ROW = '[data-row]';
const GOALS = { paint: 2, rows: 1.5, cpu: 1.8, shift: 0.002, second: 0.5, scripts: 10, calls: 8 };

const DEVICES: readonly (readonly [string, BrowserContextOptions])[] = [
  ['desktop', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
];

interface VisitedPage {
  readonly url: string;
  /** Opened first and at full speed: leaves a session behind. */
  readonly signIn: string | null;
}

async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  target: VisitedPage,
): Promise<readonly [Visit, Visit]> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  if (target.signIn !== null) {
    await page.goto(target.signIn);
    await page.locator(ROW).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  const cold = await visitSlowly(page, target.url, { clearCache: true, shown: ROW });
  const warm = await visitSlowly(page, target.url, { clearCache: false, shown: ROW });
  await context.close();
  return [cold, warm];
}

function line(
  name: string,
  own: readonly Visit[],
  floor: readonly Visit[],
  field: keyof Visit,
  goal?: number,
): boolean {
  const [a, b] = [median(own.map((one) => one[field])), median(floor.map((one) => one[field]))];
  const ratio = a / b;
  const isOver = goal !== undefined && ratio > goal;
  const wanted = goal === undefined ? '' : ` (goal ${goal})${isOver ? ' OVER' : ''}`;
  console.log(
    `  ${name.padEnd(24)} ${a.toFixed(0).padStart(6)} ms, floor ${b.toFixed(0).padStart(5)}: ${ratio.toFixed(2)}${wanted}`,
  );
  return isOver;
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
const dataDir = join(folder, 'data');
const { token } = await fillSite(dataDir, TICKETS);
const service = await startService({ dataDir });
const floor = await serveFloor('floor', join(folder, 'floor'), service.url);
const executablePath = await findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  for (const [device, options] of DEVICES) {
    const own: (readonly [Visit, Visit])[] = [];
    const bare: (readonly [Visit, Visit])[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      own.push(
        await visit(browser, options, {
          url: `${service.url}/inbox`,
          signIn: `${service.url}/sign-in#token=${token}`,
        }),
      );
      bare.push(await visit(browser, options, { url: `${floor.url}#token=${token}`, signIn: null }));
    }
    const first = own.map(([cold]) => cold);
    const second = own.map(([, warm]) => warm);
    const base = bare.map(([cold]) => cold);
    console.log(`${device}, first visit (slow 4G, 1/4 of the speed; ${RUNS} runs)`);
    const over = [
      line('first contentful paint', first, base, 'paintMs', GOALS.paint),
      line('rows', first, base, 'shownMs', GOALS.rows),
      line('main thread, own time', first, base, 'cpuMs', GOALS.cpu),
    ];
    const [shift, scripts, calls, bytes] = (['shift', 'scripts', 'calls', 'scriptBytes'] as const).map((field) =>
      median(first.map((one) => one[field])),
    );
    console.log(
      `  layout shift ${shift?.toFixed(4)} (goal ${GOALS.shift}), ${scripts} scripts (goal ${GOALS.scripts}), ${calls} calls (goal ${GOALS.calls}), ${((bytes ?? 0) / 1000).toFixed(1)} kB of scripts until idle`,
    );
    const half = median(second.map(({ shownMs }) => shownMs)) / median(first.map(({ shownMs }) => shownMs));
    console.log(
      `  second visit: rows after ${median(second.map(({ shownMs }) => shownMs)).toFixed(0)} ms, ${half.toFixed(2)} of the first (goal ${GOALS.second})`,
    );
    over.push(
      (shift ?? 1) > GOALS.shift,
      (scripts ?? 99) > GOALS.scripts,
      (calls ?? 99) > GOALS.calls,
      half > GOALS.second,
    );
    if (over.includes(true)) process.exitCode = 1;
  }
} finally {
  await browser.close();
  floor.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
