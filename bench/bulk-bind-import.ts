/**
 * The whole import of 300,000 rows by the page of bulk bind, in parts of which two are in flight, against the service's own
 * speed: the same rows in two calls of up to 16 MiB. In turns, each time into an empty site.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '#tools/browser/find-chromium.ts';
import { runAdmin, startService } from '#tools/service/start-service.ts';
import { median, time } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

const ROWS = Number(process.env['ROWS'] ?? 300_000);
const ROUNDS = Number(process.env['RUNS'] ?? 3);
const GOAL = 0.7;
const HEADER = 'channel,external_user_id,email';
/** For one step of it on a busy machine. */
const PATIENCE_MS = 1_200_000;

interface ImportBench {
  readonly browser: Browser;
  readonly folder: string;
  readonly rows: readonly string[];
  /** Where they lie, under a header. */
  readonly file: string;
}

/** One row in a hundred has a malformed email. */
function rowOf(at: number): string {
  const n = String(at).padStart(7, '0');
  return `whatsapp,+4930${n},person.${n}${at % 100 === 3 ? '' : '@shop.example.org'}`;
}

/** A new site, while the service does not run, and a token for it. */
async function makeSite(dataDir: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { site_id } = await runAdmin(dataDir, ['site', 'create', '--name', 'Bench'], env);
  const options = ['--site-id', String(site_id), '--label', 'Bench', '--scopes', '*'];
  return String((await runAdmin(dataDir, ['token', 'create', ...options], env))['token']);
}

/** From a dry run that is through to the result, in milliseconds. */
async function importByPage({ browser, file }: ImportBench, url: string, token: string): Promise<number> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${url}/sign-in?next=${encodeURIComponent('/manage/bulk-bind')}#token=${token}`);
  await page.getByRole('heading', { level: 1, name: 'Bulk bind' }).waitFor();
  await page.getByRole('main').locator('input[type=file]').setInputFiles(file);
  await page
    .locator('button:not([aria-disabled=true])')
    .filter({ hasText: /^Dry run \d/ })
    .click();
  await page.getByRole('heading', { name: /can be applied/ }).waitFor();
  const ms = await time(async () => {
    await page.getByRole('button', { name: /^Apply/ }).click();
    await page.getByRole('heading', { name: /(?:was|were) applied\.$/ }).waitFor();
  });
  await page.context().close();
  return ms;
}

/** The same rows in as few calls as the limit of 16 MiB allows, each when the one before it is answered. */
async function importDirectly(url: string, token: string, rows: readonly string[]): Promise<void> {
  const half = ROWS / 2;
  for (const part of [rows.slice(0, half), rows.slice(half)]) {
    const answer = await fetch(`${url}/v1/api.ashx?resource=bind_channels_bulk&rows=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: [HEADER, ...part].join('\r\n'),
    });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.text();
  }
}

async function compareImports(bench: ImportBench, engine: string, env: Record<string, string>): Promise<void> {
  const dataDir = join(bench.folder, engine);
  const tokens: string[] = [];
  for (let n = 0; n < 2 * ROUNDS; n += 1) tokens.push(await makeSite(dataDir, env));
  const service = await startService({ dataDir, env });
  const own: number[] = [];
  const direct: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await importByPage(bench, service.url, tokens[2 * round] ?? ''));
      direct.push(await time(() => importDirectly(service.url, tokens[2 * round + 1] ?? '', bench.rows)));
    }
  } finally {
    await service.stop();
  }
  const [ownMs, directMs] = [median(own), median(direct)];
  const share = directMs / ownMs;
  if (share < GOAL) process.exitCode = 1;
  console.log(
    `the whole import of ${ROWS} rows on ${engine}: ${(ownMs / 1000).toFixed(1)} s, ${((ROWS / ownMs) * 1000).toFixed(0)} rows a ` +
      `second, ${share.toFixed(2)} of the service's own speed (goal ${GOAL}; ${(directMs / 1000).toFixed(1)} s)`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
const executablePath = await findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  const rows = Array.from({ length: ROWS }, (_, at) => rowOf(at));
  const file = join(folder, 'handles.csv');
  await writeFile(file, `${[HEADER, ...rows].join('\r\n')}\r\n`);
  const bench = { browser, folder, rows, file };
  await withPostgres((url) => compareImports(bench, 'PostgreSQL', serviceEnv(url)));
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
