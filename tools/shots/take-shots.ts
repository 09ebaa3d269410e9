import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import * as z from 'zod/mini';
import { VIEWS } from '#src/shell/views.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tools/browser/find-chromium.ts';
import { runAdmin, startService, type RunningService } from '#tools/service/start-service.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { shotsOf, STATES, type Shot, type ShotSite } from './pages.ts';

const WIDTHS = [
  { name: '1440', viewport: { width: 1440, height: 900 }, hasTouch: false },
  { name: '390', viewport: { width: 390, height: 844 }, hasTouch: true },
] as const;
const THEMES = ['light', 'dark'] as const;

/** Writes `shots/PAGE-WIDTH-THEME.png` for every page and state, from the built product over a demo site. */
export async function takeShots(folder: string, words: readonly string[]): Promise<void> {
  const dataDir = join(folder, 'data');
  const token = await fillSite(dataDir);
  const service = await startService({ dataDir });
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_FLAGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const site: ShotSite = { token, ticketId: await findTicket(service, token) };
    const shots = [...shotsOf(VIEWS), ...STATES];
    const wanted = shots.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
    for (const shot of wanted) {
      for (const width of shot.isWide === true ? WIDTHS.slice(0, 1) : WIDTHS)
        await takeBothThemes(browser, service, site, shot, width);
      console.log(shot.name);
    }
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function takeBothThemes(
  browser: Browser,
  service: RunningService,
  site: ShotSite,
  shot: Shot,
  { name, viewport, hasTouch }: (typeof WIDTHS)[number],
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    hasTouch,
    isMobile: hasTouch,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  try {
    await openShot(page, service, site, shot);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(ROOT, 'shots', `${shot.name}-${name}-${theme}.png`), animations: 'disabled' });
    }
  } finally {
    await context.close();
  }
}

async function openShot(page: Page, service: RunningService, site: ShotSite, shot: Shot): Promise<void> {
  const path = typeof shot.path === 'string' ? shot.path : shot.path(site);
  await shot.arrange?.(page);
  if (shot.isSignedOut === true) await page.goto(service.url + path);
  else await page.goto(`${service.url}/sign-in?next=${encodeURIComponent(path)}#token=${site.token}`);
  await settle(page, shot.arrange === undefined);
  await shot.act?.(page, site);
  await settle(page, shot.arrange === undefined && shot.act === undefined);
}

/** Waits until the network is idle, if it can be, and for transitions. */
async function settle(page: Page, canRest: boolean): Promise<void> {
  if (canRest) await page.waitForLoadState('networkidle');
  await page.waitForTimeout(700);
}

async function fillSite(dataDir: string): Promise<string> {
  const { site_id } = z
    .object({ site_id: z.number() })
    .parse(await runAdmin(dataDir, ['site', 'create', '--name', 'Velo Works']));
  const site = ['--site-id', String(site_id)];
  await runAdmin(dataDir, ['demo', ...site, '--tickets', '1500', '--seed', '7']);
  const made = await runAdmin(dataDir, [
    'token',
    'create',
    ...site,
    '--label',
    'Shots',
    '--scopes',
    '*',
    '--rate-limit',
    '100000',
  ]);
  return z.object({ token: z.string() }).parse(made).token;
}

/** The ticket with the most to see among the newest: the longest thread. */
async function findTicket(service: RunningService, token: string): Promise<string> {
  const Tickets = z.object({ items: z.array(z.object({ id: z.number() })) });
  const Comments = z.object({ ticket: z.optional(z.unknown()), comments: z.optional(z.array(z.unknown())) });
  const call = async (query: string): Promise<unknown> =>
    (await fetch(`${service.url}/v1/api.ashx?${query}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { items } = Tickets.parse(await call('resource=tickets&limit=60&status=pending'));
  let best = { id: String(items[0]?.id), comments: -1 };
  for (const { id } of items) {
    const { comments = [] } = Comments.parse(await call(`resource=ticket&id=${id}&include=comments`));
    if (comments.length > best.comments) best = { id: String(id), comments: comments.length };
  }
  return best.id;
}
