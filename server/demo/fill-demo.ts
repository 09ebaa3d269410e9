import { businessHoursOf } from '#server/calendar/calendar.ts';
import { setCalendar } from '#server/calendar/change-calendar.ts';
import { searchDuplicates } from '#server/customers/merge/search-duplicates.ts';
import { sql, type Database, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import { setSiteValues } from '#server/site-settings/site-settings.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { issueLinks, issueTokens } from './access.ts';
import { planCopilot, writeAiUsage, writeDraftUses } from './ai-usage.ts';
import { planHolidays, planOverride } from './calendar.ts';
import { planConversations, planMessages } from './conversations.ts';
import { importContacts, planCustomerCare, planDuplicates, writeHandles } from './customers.ts';
import { importAssets } from './imports.ts';
import { storePastHealth } from './past-health.ts';
import { planRatings, planReviews, writeRatings, type RatingEvent } from './ratings.ts';
import { DemoRefused, hasTickets, resetDemo } from './reset-demo.ts';
import {
  byTime,
  DAY,
  DEMO_ACTOR,
  writeEvents,
  type DemoAgent,
  type DemoEvent,
  type Scene,
  type StoryTicket,
} from './scene.ts';
import { planTickets, writeTickets } from './tickets.ts';
import { divideNews, writeNews } from './webhooks.ts';
import { DESK, PEOPLE } from './words.ts';

const BATCH = 500;
const IDS_PER_TICKET = 100;

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

export interface DemoResult {
  readonly tickets: number;
  readonly agents: number;
  readonly comments: number;
  readonly changes: number;
  readonly bindings: number;
}

/**
 * Fills a site with the story of a bicycle maker's support desk, through the service's own functions under a clock of
 * the past. The same seed, size and time give the same story. See docs/operating.md, "Administration".
 * @throws DemoRefused if a reset would delete data that is not demo data
 */
export async function fillDemo(
  database: Database,
  site: Site,
  { tickets: count, seed, reset }: DemoRequest,
  { now: clock, report, keys }: DemoContext,
): Promise<DemoResult> {
  const db = database.forSite(site.id);
  if (reset) await resetDemo(database, site, clock);
  else if (!site.isDemo && (await hasTickets(db, site.id)))
    throw new DemoRefused('this site holds tickets that are no demo data');
  await db.query(sql`update site set is_demo = true where id = ${site.id} and not is_demo`);
  const now = clock.getTime();
  const opening = now - 366 * DAY;
  const holidays = planHolidays(now);
  const agents = await db.transaction((db) => openDesk(db, site, { now, opening, holidays }));
  const hours = businessHoursOf({ time_zone: site.timeZone, week: DESK.week, holidays, overrides: [] });
  const plan = planTickets({ seed, count, now, hours, agents });
  const tickets: StoryTicket[] = [];
  for (let from = 0; from < plan.length; from += BATCH) {
    const batch = plan.slice(from, from + BATCH);
    const reserve = { ids: IDS_PER_TICKET * batch.length, ticketNumbers: batch.length };
    tickets.push(...(await db.transaction((db) => writeTickets(db, site, batch), reserve)));
    if (tickets.length % 1_000 === 0 || tickets.length === count)
      report(`${site.name}: ${tickets.length} of ${count} demo tickets`);
  }
  if (count > 0) await fillAround({ database, site, keys, seed, now, opening, agents, tickets });
  const steps = plan.flatMap(({ thread }) => thread.steps);
  const comments = steps.filter((step) => 'comment' in step).length;
  const bindings = await countBindings(db, site.id);
  return { tickets: count, agents: agents.length, comments, changes: steps.length - comments, bindings };
}

/** Stores the opening hours, and creates the agents that the site does not have. */
async function openDesk(
  db: Db,
  site: Site,
  { now, opening, holidays }: Pick<Scene, 'now' | 'opening'> & { readonly holidays: ReturnType<typeof planHolidays> },
): Promise<DemoAgent[]> {
  const context = { actor: DEMO_ACTOR, now: new Date(opening), isSilent: true };
  await setCalendar(db, site, { week: DESK.week, holidays, overrides: [planOverride(now)] }, context);
  await setSiteValues(db, site, { reply_target_minutes: DESK.reply_target }, context);
  const rows = await db.query<DemoAgent>(sql`select id, name from agent where site_id = ${site.id} order by id`);
  const agents: DemoAgent[] = [];
  for (const name of PEOPLE.agents) {
    const known = rows.find((row) => row.name === name);
    agents.push(known ?? { name, id: await createAgent(db, site, { name }, context) });
  }
  return agents;
}

/** Writes the records around the tickets. Independent parts are written concurrently. */
async function fillAround(scene: Scene): Promise<void> {
  const { database, site } = scene;
  const { calls, events, handoffs } = planConversations(scene);
  await Promise.all([
    issueTokens(scene)
      .then((tokens) => writeAiUsage(scene, [...calls, ...planCopilot(scene)], tokens))
      .then(() => writeDraftUses(scene)),
    // Visitors are linked to customers by their handles.
    writeHandles(scene)
      .then(() => importContacts(scene))
      .then(() => writeEvents(scene, events)),
    issueLinks(scene),
    importAssets(scene),
    writeEvents(scene, planMessages(scene)),
  ]);
  const around = [...planRatings(scene), ...handoffs].sort(byTime);
  const { older, news } = await divideNews(scene, around);
  // A rating depends on the handoff that led to its ticket.
  const answers = writeEvents(
    scene,
    older.filter((event) => !isRating(event)),
  ).then(() => writeRatings(scene, older.filter(isRating)));
  await Promise.all([answers, writeEvents(scene, planCustomerCare(scene))]);
  await writeEvents(scene, planDuplicates(scene));
  await writeNews(scene, news);
  await writeEvents(scene, await planReviews(scene));
  await searchDuplicates(database, site, new Date(scene.now));
  // Names the tables, as system tables would take longer than these.
  await database.owner.query(sql`
    analyze ticket, ticket_comment, ticket_activity, channel_message, channel_binding, customer_identity, tag, agent,
      csat_response, chat_session, ai_review, chat_message, handoff, feedback, visitor, visitor_event, ai_call, ai_usage_day,
      ai_latency_day, portal_token, webhook_delivery, counter, health_snapshot, saved_reply, article, draft_use`);
  await storePastHealth(scene);
}

function isRating(event: DemoEvent): event is RatingEvent {
  return 'rating' in event;
}

/** The number of handles that the story bound or unbound, by the audit log. */
async function countBindings(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ made: number }>(sql`
    select count(*)::integer as made from audit_log
    where site_id = ${siteId} and action in ('channel.bind', 'channel.unbind') and actor_kind = 'system'`);
  return row?.made ?? 0;
}
