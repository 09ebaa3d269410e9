import type { Country } from '#contract/dialling.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { findMessageMatches, type MessageMatches } from './message-search.sql.ts';
import { readOverdueSince } from './reply-due.ts';
import type { TicketSelection } from './ticket-selection.ts';

/** Whose tickets, seen by whom and when. */
export interface Viewpoint {
  readonly siteId: bigint;
  /** Whose phones are matched. */
  readonly country: Country | null;
  /** The agent of the token. */
  readonly agentId: bigint | null;
  readonly now: Date;
  /** Who wrote then or before waits for a reply that is due; null where none is. Read for a selection that asks. */
  readonly overdueSince: string | null;
  /** Of the words, where messages are searched too; null where they are not. */
  readonly messages: MessageMatches | null;
}

interface Viewer {
  readonly db: Db;
  readonly site: Site;
  readonly token: { readonly agentId: bigint | null };
  readonly now: Date;
}

/** What a selection needs to know beside itself. */
export async function readViewpoint({ db, site, token, now }: Viewer, selection: TicketSelection): Promise<Viewpoint> {
  return {
    siteId: site.id,
    country: site.country,
    agentId: token.agentId,
    now,
    overdueSince: await readOverdueSince(db, site, selection, now),
    messages: selection.inMessages ? await findMessageMatches(db, site.id, selection.words) : null,
  };
}
