/**
 * A damaged file of 300,000 rows on the page of bulk bind. The worker's reading and checking against a bare pass over the
 * same bytes, which splits them into lines and cells; then, in Chromium at a quarter of the machine's speed, tasks of the
 * page over 50 ms while it is read, checked, scrolled and mended, and how far the memory of the tab rises.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import * as z from 'zod/mini';
import { FileEngine } from '#src/bulk-bind/file/file-engine.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tools/browser/find-chromium.ts';
import { startService } from '#tools/service/start-service.ts';
import { makeSite } from './fill-site.ts';
import { findLongTasks } from './long-tasks.ts';
import { median, time } from './measure.ts';
import { mostResidentMb, residentMb } from './resident-memory.ts';
import { SLOW_DOWN } from './slow-inbox.ts';

const ROWS = 300_000;
const ROUNDS = 5;
const WHEELS = 60;
/** As parts of a bare pass; 50,000 rows in milliseconds; megabytes over the page without a file. */
const GOALS = { ratio: 0.06, checkMs: 1_000, memoryMb: 300 };

/** Each fiftieth row has something to mend. */
function makeFile(rows: number): string {
  const lines = ['channel,external_user_id,email,nick,mobile'];
  for (let n = 0; n < rows; n += 1) {
    const channel = n % 50 === 0 ? 'wa' : 'whatsapp';
    const phone = n % 3 === 0 ? `0049301${1_000_000 + n}` : `+49301${1_000_000 + n}`;
    lines.push(`${channel},+49151${10_000_000 + n},person.${n}@shop.example.org,Person ${n},${phone}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

function barePass(bytes: Uint8Array): number {
  let cells = 0;
  for (const line of new TextDecoder().decode(bytes).split('\n')) cells += line.split(',').length;
  return cells;
}

async function readAndCheck(text: string): Promise<void> {
  const { handlers } = new FileEngine();
  const opened = await handlers.open([new File([text], 'handles.csv'), {}], {});
  if (!opened.isOpen) throw new Error(opened.problem.code);
  await handlers.map([opened.facts.matches, { siteCountry: 'DE' }], {});
}

async function compareSpeed(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const few = makeFile(50_000);
  const rounds: { ours: number; bare: number; few: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await time(() => Promise.resolve(barePass(bytes)));
    rounds.push({ bare, ours: await time(() => readAndCheck(text)), few: await time(() => readAndCheck(few)) });
  }
  const ratio = median(rounds.map(({ ours, bare }) => bare / ours));
  const [oursMs, bareMs, fewMs] = (['ours', 'bare', 'few'] as const).map((key) =>
    median(rounds.map((round) => round[key])),
  );
  console.log(
    `Reading and checking ${ROWS} rows: ${ratio.toFixed(2)} of a bare pass's speed (goal ${GOALS.ratio}); ` +
      `${oursMs?.toFixed(0)} against ${bareMs?.toFixed(0)} ms. 50,000 rows: ${fewMs?.toFixed(0)} ms (goal ${GOALS.checkMs})`,
  );
  if (ratio < GOALS.ratio || (fewMs ?? Infinity) > GOALS.checkMs) process.exitCode = 1;
}

/** The process of the page, the largest of Chromium's. */
async function pagePid(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = z
    .object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) })
    .parse(await session.send('SystemInfo.getProcessInfo'));
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(pages.map(async ({ id }) => ({ id, mb: await residentMb(id) })));
  return sizes.toSorted((one, other) => other.mb - one.mb)[0]?.id ?? 0;
}

const chooser = (page: Page) => page.getByRole('main').locator('input[type=file]');

async function usePage(browser: Browser, page: Page, path: string): Promise<void> {
  const mend = page.getByRole('button', { name: /wa → WhatsApp/ });
  const grid = page.getByRole('grid', { name: 'Rows' });
  const steps: readonly (readonly [name: string, work: () => Promise<void>])[] = [
    [
      'Reading and checking',
      async () => {
        await chooser(page).setInputFiles(path);
        await mend.waitFor({ timeout: 120_000 });
      },
    ],
    [
      'Scrolling',
      async () => {
        await grid.hover();
        for (let wheel = 0; wheel < WHEELS; wheel += 1) {
          await page.mouse.wheel(0, wheel % 2 === 0 ? 240 : 20_000);
          await page.waitForTimeout(50);
        }
      },
    ],
    [
      'Mending by rule',
      async () => {
        await mend.click();
        await mend.waitFor({ state: 'detached', timeout: 120_000 });
      },
    ],
  ];
  for (const [name, work] of steps) {
    const { own, wall } = await findLongTasks(browser, page, work);
    const longest = own.length === 0 ? '' : `, the longest ${Math.round(Math.max(...own))} ms`;
    console.log(
      `${name}: ${own.length} long tasks${longest}; ${wall.length} with the machine's other work (goal: none)`,
    );
    if (own.length > 0) process.exitCode = 1;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
const text = makeFile(ROWS);
await compareSpeed(text);
const dataDir = join(folder, 'data');
const { token } = await makeSite(dataDir);
const service = await startService({ dataDir });
const executablePath = await findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  const path = join(folder, 'handles.csv');
  await writeFile(path, text);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${service.url}/sign-in?next=${encodeURIComponent('/manage/bulk-bind')}#token=${token}`);
  await chooser(page).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const pid = await pagePid(browser);
  const idleMb = await residentMb(pid);
  const roseMb = (await mostResidentMb(pid, () => usePage(browser, page, path))) - idleMb;
  console.log(`Memory of the tab: ${roseMb.toFixed(0)} MB over ${idleMb.toFixed(0)} MB (goal ${GOALS.memoryMb})`);
  if (roseMb > GOALS.memoryMb) process.exitCode = 1;
} finally {
  await browser.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
