import type * as z from 'zod/mini';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { findOrCreateAgents } from '#server/tickets/agents.ts';
import { findImportedTickets } from '#server/tickets/known-ticket.ts';
import {
  checkImportedTicket,
  importTicketRecords,
  type ImportedTicket,
} from '#server/tickets/write/import-ticket-record.ts';
import { ticketRow } from './import-rows.ts';
import { addToRun, insertRun } from './import-runs.ts';
import { parseRow } from './parse-row.ts';
import { faultOf, storeTogether, type CheckedStore, type RowOutcome } from './row-store.ts';
import { lockImports } from './store-rows.ts';

/** Small enough to let other requests use the database in between, and to repeat little after a lost connection. */
const BATCH = 100;

interface NewTicket {
  readonly externalId: string;
  readonly assigneeName: string | null;
  readonly ticket: Omit<ImportedTicket, 'assignee'>;
}

/** The store of tickets. Tickets of a batch are written together; a ticket whose external ID was seen before is skipped. */
export function ticketStore(site: ContactSite): CheckedStore {
  const seen = new Set<string>();
  return {
    kind: 'tickets',
    batch: BATCH,
    async check(db, rows, { now }) {
      const planned = await planTickets(db, site, rows, now, seen);
      return planned.map((plan) => ('ticket' in plan ? 'imported' : plan.outcome));
    },
    async store(db, rows, context) {
      await lockImports(db, site.id);
      const planned = await planTickets(db, site, rows, context.now);
      const tickets = planned.filter((plan) => 'ticket' in plan);
      const stored = await storeTogether(db, tickets, (db, tickets) => storeTickets(db, site, tickets, context));
      let at = 0;
      return planned.map((plan) => {
        if (!('ticket' in plan)) return plan.outcome;
        const outcome = stored[at];
        at += 1;
        if (outcome === undefined) throw new Error('a ticket has no outcome');
        return outcome;
      });
    },
    async countNewTickets(db, rows) {
      const ids = new Set(rows.flatMap((row) => ('external_id' in row ? [String(row.external_id)] : [])));
      return ids.size - (await findImportedTickets(db, site, [...ids])).size;
    },
  };
}

/** The store of tickets with a run that `migrate_status` reports. */
export async function beginTicketRun(db: Db, site: ContactSite, now: Date): Promise<CheckedStore> {
  const runId = await insertRun(db, site.id, 'tickets', now);
  return { ...ticketStore(site), recordCounts: (db, counts) => addToRun(db, site.id, runId, counts) };
}

type Plan = NewTicket | { readonly outcome: RowOutcome };

/** @param seen External IDs of earlier rows that are not stored */
async function planTickets(
  db: Db,
  site: ContactSite,
  rows: readonly object[],
  now: Date,
  seen = new Set<string>(),
): Promise<Plan[]> {
  const parsed = rows.map((row) => parseRow(ticketRow, row));
  const ids = parsed.flatMap((row) => ('data' in row ? [row.data.external_id] : []));
  const known = new Set((await findImportedTickets(db, site, ids)).keys());
  return parsed.map((row): Plan => {
    if ('fault' in row) return { outcome: row.fault };
    const id = row.data.external_id;
    if (known.has(id) || seen.has(id)) return { outcome: 'skipped' };
    const ticket = readTicket(row.data, now);
    try {
      checkImportedTicket(ticket.ticket, now);
    } catch (error) {
      return { outcome: faultOf(error) };
    }
    seen.add(id);
    return ticket;
  });
}

function readTicket(row: z.output<typeof ticketRow>, now: Date): NewTicket {
  const { external_id: externalId, status, assignee, tags, comments, ...rest } = row;
  const { created_utc, first_response_utc, resolved_utc, ...request } = rest;
  const createdUtc = created_utc ?? now.toISOString();
  let last = createdUtc;
  const ticket = {
    request,
    status: status ?? 'open',
    tags: tags ?? null,
    createdUtc,
    firstResponseUtc: first_response_utc ?? null,
    resolvedUtc: resolved_utc ?? null,
    comments: (comments ?? []).map((comment) => {
      // A comment without a time gets that of the previous comment.
      last = comment.created_utc ?? last;
      const { author_kind: authorKind, author_name: authorName = null, body, visibility = 'public' } = comment;
      return { authorKind, authorName, body, visibility, createdUtc: last };
    }),
  };
  return { externalId, assigneeName: assignee?.trim() ?? null, ticket };
}

async function storeTickets(
  db: Db,
  site: ContactSite,
  tickets: readonly NewTicket[],
  context: AuditContext,
): Promise<'imported'[]> {
  const names = new Set(tickets.flatMap(({ assigneeName }) => (assigneeName === null ? [] : [assigneeName])));
  const agents = await findOrCreateAgents(db, site, [...names], context);
  const assigneeOf = (name: string | null) => {
    const id = name === null ? undefined : agents.get(name);
    return id === undefined || name === null ? null : { id, name };
  };
  const records = tickets.map(({ ticket, assigneeName }) => ({ ...ticket, assignee: assigneeOf(assigneeName) }));
  const ids = await importTicketRecords(db, site, records, context);
  await insertImportedTickets(
    db,
    site.id,
    tickets.map(({ externalId }) => externalId),
    ids,
  );
  return tickets.map(() => 'imported');
}

/** The lists have the same order. */
async function insertImportedTickets(
  db: Db,
  siteId: bigint,
  externalIds: readonly string[],
  ticketIds: readonly bigint[],
): Promise<void> {
  await db.query(sql`
    insert into imported_ticket (site_id, external_id, ticket_id)
    select ${siteId}, u.external_id, u.ticket_id
    from unnest(${externalIds}::text[], ${ticketIds}::bigint[]) as u (external_id, ticket_id)`);
}
