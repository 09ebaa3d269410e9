import type { Country } from '#contract/dialling.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { findMessageMatches, type MessageMatches } from './message-search.ts';
import { readOverdueSince } from './reply-due.ts';
import type { TicketSelection } from './ticket-selection.ts';

/** The context of a selection: site, agent and time, and what has to be read for its conditions. */
export interface SelectionContext {
  readonly siteId: bigint;
  /** For matching phones. */
  readonly country: Country | null;
  /** The agent of the token. */
  readonly agentId: bigint | null;
  readonly now: Date;
  /** Replies to messages of this time or before are overdue; null if none can be, or if the selection does not ask. */
  readonly overdueSince: string | null;
  /** Null if messages are not searched. */
  readonly messages: MessageMatches | null;
}

interface Viewer {
  readonly db: Db;
  readonly site: Site;
  readonly token: { readonly agentId: bigint | null };
  readonly now: Date;
}

export async function readSelectionContext(
  { db, site, token, now }: Viewer,
  selection: TicketSelection,
): Promise<SelectionContext> {
  return {
    siteId: site.id,
    country: site.country,
    agentId: token.agentId,
    now,
    overdueSince: await readOverdueSince(db, site, selection, now),
    messages: selection.inMessages ? await findMessageMatches(db, site.id, selection.words) : null,
  };
}
