import type { Database } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { searchDuplicates } from '#server/customers/merge/search-duplicates.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import { analyzeDemo, countBindingsMade, findAgentIds, hasTickets, markAsDemo } from './demo.sql.ts';
import { DemoRefused, resetDemo } from './reset-demo.ts';
import { DEMO_REPLY_TARGET, DEMO_WEEK, planHolidays, planOverride } from '#server/demo/plan/plan-calendar.ts';
import { planDemo } from '#server/demo/plan/plan-demo.ts';
import { seedAround } from '#server/demo/seed/seed-around.ts';
import { seedHealth } from '#server/demo/seed/seed-health.ts';
import { WorkingTime } from '#server/demo/plan/working-time.ts';
import type { DemoAgent, WrittenTicket } from '#server/demo/plan/demo-scene.ts';
import { writeTickets, type DemoCounts } from './write-tickets.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { businessHoursOf } from '#server/calendar/calendar.ts';
import { setCalendar } from '#server/calendar/change-calendar.ts';
import { setSiteValues } from '#server/site-settings/site-settings.ts';
import { DEMO_ACTOR } from './write-silently.ts';

const DAY = 86_400_000;
const BATCH = 500;
const IDS_PER_TICKET = 100;
const AGENTS = [
  'Tomke Hansen',
  'Ravi Menon',
  'Elif Aydın',
  'Oscar Lindahl',
  'Camille Roux',
  'Ngozi Eze',
  'Pavel Novotný',
];

export interface DemoRequest {
  readonly tickets: number;
  readonly seed: number;
  /** Empties the site first. */
  readonly reset: boolean;
}

export interface DemoContext {
  readonly now: Date;
  /** Gets a progress line for people now and then. */
  readonly report: (line: string) => void;
  /** The keys from which portal links and webhook secrets are derived. */
  readonly keys: AppKeys;
}

export type DemoResult = DemoCounts & { readonly tickets: number; readonly agents: number; readonly bindings: number };

/**
 * Fills a site with the story of a bicycle maker's support desk, through the service's own functions under a clock of
 * the past. The same seed, size and time give the same story. See docs/operating.md, "Administration".
 * @throws DemoRefused if a reset would delete data that is not demo data
 */
export async function fillDemo(
  database: Database,
  site: Site,
  { tickets: count, seed, reset }: DemoRequest,
  { now, report, keys }: DemoContext,
): Promise<DemoResult> {
  const db = database.forSite(site.id);
  if (reset) await resetDemo(database, site, now);
  else if (!site.isDemo && (await hasTickets(db, site.id)))
    throw new DemoRefused('this site holds tickets that are no demo data');
  await markAsDemo(db, site.id);
  const opening = new Date(now.getTime() - 366 * DAY);
  const holidays = planHolidays(now);
  const context = { actor: DEMO_ACTOR, now: opening, isSilent: true };
  const agents = await db.transaction(async (db) => {
    await setCalendar(db, site, { week: [...DEMO_WEEK], holidays, overrides: [planOverride(now)] }, context);
    await setSiteValues(db, site, { reply_target_minutes: DEMO_REPLY_TARGET }, context);
    const known = await findAgentIds(db, site.id);
    const team: DemoAgent[] = [];
    for (const name of AGENTS)
      team.push({ name, id: known.get(name) ?? (await createAgent(db, site, { name }, context)) });
    return team;
  });
  const hours = businessHoursOf({ time_zone: site.timeZone, week: [...DEMO_WEEK], holidays, overrides: [] });
  const working = new WorkingTime(hours, { from: opening.getTime(), to: now.getTime() + 30 * DAY });
  const plan = planDemo({ seed, count, now, timeZone: site.timeZone, working, agentCount: AGENTS.length });
  const counts: DemoCounts = { comments: 0, changes: 0 };
  const tickets: WrittenTicket[] = [];
  for (let from = 0; from < plan.length; from += BATCH) {
    const batch = plan.slice(from, from + BATCH);
    const written = await db.transaction((db) => writeTickets(db, site, batch, agents), {
      ids: IDS_PER_TICKET * batch.length,
      ticketNumbers: batch.length,
    });
    counts.comments += written.comments;
    counts.changes += written.changes;
    tickets.push(...written.written);
    const done = from + batch.length;
    if (done % 1_000 === 0 || done === count) report(`${site.name}: ${done} of ${count} demo tickets`);
  }
  const scene = { database, site, keys, seed, now, agents, tickets };
  await seedAround(scene, opening);
  await searchDuplicates(database, site, now);
  await analyzeDemo(database.owner);
  await seedHealth(scene);
  return { tickets: plan.length, agents: agents.length, ...counts, bindings: await countBindingsMade(db, site.id) };
}
