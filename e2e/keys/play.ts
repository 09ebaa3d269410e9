import { expect, type Page } from '@playwright/test';
import { Random } from '#server/demo/random.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { slowDown, typeKeys } from '#tools/keys/type-keys.ts';
import { type Action, describeAction, strokesFor } from './actions.ts';
import { differences, type FoundTicket, type Made, ownDifferences, readFound, wrongThings } from './compare.ts';
import { disturb, type Disturbed } from './disturb.ts';
import { generate } from './generate.ts';
import { type Layout, type MeantTicket, Model } from './model.ts';

/** Milliseconds from one key to the next: rolled in a burst, a very good typist, an ordinary hand. */
const PACES = { rolled: [30, 80], fast: [60, 160], ordinary: [100, 260] } as const;
export type Pace = keyof typeof PACES;

export interface Run {
  readonly layout: Layout;
  readonly pace: Pace;
  /** How much slower than the machine. */
  readonly throttle: number;
  readonly seed: number;
  readonly isDelayed: boolean;
  readonly isFailing: boolean;
}

interface Outcome {
  readonly total: number;
  readonly wrong: readonly string[];
  /** The keys up to the first wrong one, and a few more. */
  readonly keys: string;
}

const TICKETS = 12;
const MAX_KEYS = 28;
/** The countdown of a message, in seconds. */
const UNDO_SEND = 5;
const LIST = 'order_by=created&dir=asc&group=none';
/** How the page says that something did not get through. */
const FAILURE =
  /retry|try again|not (?:saved|sent|added)|could not|couldn[’']t|wasn[’']t undone|failed|changed by someone/i;
/** No call follows after so long without one. */
const QUIET_MS = 1_500;

/** Plays a sequence on a site of its own, and compares what the service holds then with what was meant. */
export async function play(page: Page, site: OwnSite, today: string, run: Run): Promise<Outcome> {
  const count = run.layout === 'page' ? 1 : TICKETS;
  const tickets: Made[] = [];
  for (let n = 1; n <= count; n += 1) tickets.push(await makeTicket(site, { subject: `Ticket number ${n}` }));
  const random = new Random(run.seed);
  const situation = { layout: run.layout, count };
  const actions = generate(random, situation, MAX_KEYS);
  const model = new Model(situation);
  for (const action of actions) model.act(action);

  await page.addInitScript((seconds) => {
    localStorage['support-console:undo-send'] = seconds;
  }, String(UNDO_SEND));
  await open(page, site, run.layout, tickets);
  const calls = await disturb(page, site, { random, isDelayed: run.isDelayed, isFailing: run.isFailing });
  const slowness = await slowDown(page, run.throttle);
  const [least, most] = PACES[run.pace];
  await typeKeys(page, actions.flatMap(strokesFor), () => random.integer(least, most));
  const found = await readWhenQuiet(site, tickets, { today, run, model, calls });
  await slowness.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await slowness.detach();
  const says = await page.locator('body').innerText();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const outcome = judge(model, { found, part: tickets, actions, run });
  const missing = model.tickets.flatMap((meant, at) => {
    const one = found[at];
    const own = one === undefined ? ['not there'] : ownDifferences(meant, one);
    return own.length === 0 ? [] : [`#${tickets[at]?.number}: ${own.join('; ')}`];
  });
  const isSilent = run.isFailing && missing.length > 0 && !FAILURE.test(says);
  return isSilent ? { ...outcome, wrong: [...outcome.wrong, `the page is silent of ${missing.join(', ')}`] } : outcome;
}

/** Opens the layout; from here on nothing waits for the page. */
async function open(page: Page, site: OwnSite, layout: Layout, part: readonly Made[]): Promise<void> {
  const first = part[0];
  const token = site.tokens.agent;
  const paths: Readonly<Record<Layout, string>> = {
    split: `/inbox?status=all&${LIST}`,
    inbox: `/inbox?${LIST}`,
    table: `/inbox?status=all&layout=table&${LIST}`,
    covered: `/inbox?status=all&layout=table&ticket=${first?.id}&${LIST}`,
    page: `/tickets/${first?.id}`,
    walk: `/inbox?status=all&ticket=${first?.id}&${LIST}`,
    phone: `/inbox?status=all&${LIST}`,
  };
  await signIn(page, site, { token, path: paths[layout] });
  if (layout === 'walk') await page.getByRole('button', { name: 'Open on its own page' }).click();
  const isList = layout !== 'page' && layout !== 'walk' && layout !== 'covered';
  const row = page.getByRole('grid', { name: 'Tickets' }).locator('[data-row="0"]');
  if (isList) await expect(row.getByRole('link')).toBeVisible();
  else await expect(page.getByRole('article').first()).toBeVisible();
  await settled(page);
  if (isList) await row.focus();
}

interface Ending {
  readonly today: string;
  readonly run: Run;
  readonly model: Model;
  readonly calls: Disturbed;
}

/** The tickets on the service, as soon as all is as meant, or once no call has come for a while. */
async function readWhenQuiet(site: OwnSite, part: readonly Made[], ending: Ending): Promise<readonly FoundTicket[]> {
  const { today, run, model, calls } = ending;
  const typedMs = performance.now();
  const isTakenBack = model.tickets.some(({ drafts }) => drafts.public !== '' || drafts.internal !== '');
  const quietMs = UNDO_SEND * 1_000 + (run.isDelayed ? 2_000 : 0) + QUIET_MS + run.throttle * 250;
  let found: readonly FoundTicket[] = [];
  await expect(async () => {
    const sinceMs = performance.now() - Math.max(typedMs, calls.lastAnswerMs());
    found = await readFound(site, part, today);
    const isAsMeant = model.tickets.every((meant, at) => differencesAt(meant, found[at]).length === 0);
    const isQuiet = calls.underWay() === 0 && sinceMs > quietMs;
    // An unwanted call may still be on its way.
    const isSoonEnough = isAsMeant && !isTakenBack && !run.isFailing && calls.underWay() === 0 && sinceMs > QUIET_MS;
    expect(isQuiet || isSoonEnough, 'nothing is under way').toBe(true);
  }).toPass({ intervals: [300], timeout: 60_000 });
  return found;
}

function differencesAt(meant: MeantTicket, found: FoundTicket | undefined): readonly string[] {
  return found === undefined ? ['not there'] : differences(meant, found);
}

interface Judged {
  readonly found: readonly FoundTicket[];
  readonly part: readonly Made[];
  readonly actions: readonly Action[];
  readonly run: Run;
}

function judge(model: Model, { found, part, actions, run }: Judged): Outcome {
  const places = model.tickets.flatMap((meant, at) => {
    const one = found[at];
    const problems = one !== undefined && run.isFailing ? wrongThings(meant, one) : differencesAt(meant, one);
    return problems.length === 0 ? [] : [{ at, meant, problems }];
  });
  const wrong = places.map(({ at, problems }) => `row ${at + 1}, #${part[at]?.number}: ${problems.join('; ')}`);
  const first = Math.min(...places.flatMap(({ meant }) => meant.touchedBy.slice(0, 1)));
  const upTo = Number.isFinite(first) ? first + 3 : actions.length;
  const keys = wrong.length === 0 ? '' : actions.slice(0, upTo).map(describeAction).join('  ');
  return { total: part.length, wrong, keys };
}
