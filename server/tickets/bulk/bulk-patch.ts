import type { BulkPatch } from '#contract/ticket-bulk.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { getAgent } from '#server/tickets/agents.sql.ts';
import type { Assignee, TicketPatch } from '#server/tickets/write/ticket-change.ts';
import { cleanTags, tagKey } from '#server/tickets/tags/ticket-tags.ts';

/** A patch for many tickets: the part that is the same for all, and what happens to the tags of each. */
export interface BulkRules {
  readonly fields: Omit<TicketPatch, 'tags'>;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/**
 * Validates the patch of a bulk change. See docs/api.md, "Bulk changes".
 * @throws ApiError missing_field for a patch that says nothing, bad_field for an agent or tags that no ticket can take
 */
export async function readBulkPatch(db: Db, site: SiteRef, patch: BulkPatch): Promise<BulkRules> {
  const { status, priority, assignee_agent_id: assignee, snoozed_until_utc: snoozedUntilUtc } = patch;
  const addTags = cleanTags(patch.add_tags ?? [], 'patch.add_tags');
  const removeTags = cleanTags(patch.remove_tags ?? [], 'patch.remove_tags');
  const isEmpty = [status, priority, assignee, snoozedUntilUtc].every((field) => field === undefined);
  if (isEmpty && addTags.length + removeTags.length === 0) {
    throw new ApiError('missing_field', 'patch must change at least one field');
  }
  const removed = new Set(removeTags.map(tagKey));
  const both = addTags.find((tag) => removed.has(tagKey(tag)));
  if (both !== undefined)
    throw new ApiError('bad_field', 'patch.remove_tags names a tag that patch.add_tags names too');
  const fields = { status, priority, snoozedUntilUtc, assignee: await findAssignee(db, site, assignee) };
  return { fields, addTags, removeTags };
}

async function findAssignee(
  db: Db,
  site: SiteRef,
  wanted: BulkPatch['assignee_agent_id'],
): Promise<Assignee | null | undefined> {
  if (wanted === undefined) return undefined;
  if (wanted === null || wanted === '') return null;
  const agent = await getAgent(db, site.id, BigInt(wanted));
  if (agent === undefined) throw new ApiError('bad_field', 'patch.assignee_agent_id must be an agent of this site');
  return agent;
}

/** The patch of one ticket. @throws ApiError bad_field when it would have too many tags */
export function patchOf(rules: BulkRules, tags: readonly string[]): TicketPatch {
  if (rules.addTags.length + rules.removeTags.length === 0) return rules.fields;
  const removed = new Set(rules.removeTags.map(tagKey));
  const kept = tags.filter((tag) => !removed.has(tagKey(tag)));
  return { ...rules.fields, tags: cleanTags([...kept, ...rules.addTags]) };
}
