import { isWorldwide } from '#contract/contact-keys.ts';
import type { Reply } from '#contract/operation.ts';
import type { mergeCustomers as MergeCustomers, NOTED_FIELDS } from '#contract/customer-merges.ts';
import { isEmail } from '#contract/scalars.ts';
import type { CustomerIdentity } from '#contract/customers.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { getCustomerCsat } from '#server/csat/customer-csat.ts';
import { findAliasKeys, findByAlias, insertAliases, moveAliases } from '#server/customers/aliases.sql.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';
import { insertNote } from '#server/customers/customer-notes.sql.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Site } from '#server/operation/call.ts';
import {
  deleteCustomerRow,
  findCustomerRows,
  lockCustomerRows,
  updateCustomerRow,
  type CustomerRow,
} from './customer-row.sql.ts';
import { mergeFields, labelOf, type MergedFields, type ReplacedContact } from './merge-fields.ts';
import {
  bindNewHandles,
  copyDistinct,
  countEventsOf,
  findBelongings,
  findLinksOf,
  findPreviewTickets,
  findTakenHandles,
  moveBelongings,
  type Belongings,
  type HeldHandle,
  type NewHandle,
} from './merge.sql.ts';
import { insertReceipt, movedOf, receiptOf, undoUntil } from './receipt.ts';

export interface MergeRequest {
  readonly survivorId: bigint;
  readonly mergedId: bigint;
}

type MergeReply = Reply<typeof MergeCustomers>;

const PREVIEW_ROWS = 20;

/** A value of the merged customer that is neither kept nor becomes a handle; a note records it. */
interface NotedValue {
  readonly field: (typeof NOTED_FIELDS)[number];
  readonly value: string;
}

interface Plan extends MergedFields {
  readonly survivor: CustomerRow;
  readonly merged: CustomerRow;
  readonly belongings: Belongings;
  readonly newHandles: readonly NewHandle[];
  readonly noted: readonly NotedValue[];
  /** The merged customer's emails, with those of customers merged into it. */
  readonly addresses: readonly string[];
  readonly linkCount: number;
}

/** Predicts a merge and changes nothing. @throws ApiError not_found, conflict */
export async function previewMerge(
  db: Db,
  site: Site,
  request: MergeRequest,
  { actor, now }: AuditContext,
): Promise<MergeReply> {
  const plan = await planMerge(db, site, await findPair(db, site, request, findCustomerRows));
  const { survivor, merged, belongings, row } = plan;
  const links = await findLinksOf(db, site.id, plan.addresses, PREVIEW_ROWS);
  return {
    id: null,
    dry_run: true,
    survivor_id: survivor.id,
    merged_id: merged.id,
    survivor_name: labelOf(survivor),
    merged_name: labelOf(merged),
    moved: movedOf(belongings, links.total),
    actor: actor.label,
    created_utc: now.toISOString(),
    undone_utc: null,
    undo_until_utc: undoUntil(now.toISOString()),
    identity: identityOf(row),
    preview: {
      tickets: await findPreviewTickets(db, site.id, merged.id, PREVIEW_ROWS),
      handles: belongings.handles.slice(0, PREVIEW_ROWS).map(handleOfReply),
      new_handles: [...plan.newHandles],
      noted: [...plan.noted],
      links: links.links,
      csat: await getCustomerCsat(db, site, merged.id),
      event_count: await countEventsOf(db, site.id, belongings.visitorIds),
    },
  };
}

/**
 * Merges two customers: moves everything to the survivor, adds the other's id, email and phone as aliases, and deletes its
 * row. Call inside a transaction. See docs/api.md, "Merging customers".
 * @throws ApiError not_found, conflict
 */
export async function mergeCustomerRecords(
  db: Db,
  site: Site,
  request: MergeRequest,
  context: AuditContext,
): Promise<MergeReply> {
  const { actor, now } = context;
  await lockBindings(db, site.id, 'with others');
  const plan = await planMerge(db, site, await findPair(db, site, request, lockCustomerRows));
  const { survivor, merged, belongings, lost } = plan;
  await moveBelongings(db, site.id, merged.id, survivor.id);
  const aliasIds = await moveAliases(db, site.id, merged.id, survivor.id);
  const others = { id: survivor.id, others: belongings.distinctIds, actor: actor.label, now };
  const madeDistinctIds = await copyDistinct(db, site.id, others);
  await deleteCustomerRow(db, site.id, merged.id);
  const after = await updateCustomerRow(db, site.id, plan.row);
  const madeBindingIds = await bindNewHandles(db, site.id, survivor.id, plan.newHandles, now);
  const madeNoteId = await addNote(db, site, plan, context);
  const names = { survivor: labelOf(survivor), merged: labelOf(merged) };
  const moved = movedOf(belongings, plan.linkCount);
  const receipt = await insertReceipt(db, site.id, {
    ...{ survivor, merged, after, names, belongings, madeBindingIds, madeNoteId, aliasIds, madeDistinctIds },
    ...{ moved, actor: actor.label, now },
  });
  const lostNames = lost.map(({ kind, key }) => ({ kind, key }));
  const aliases = [{ kind: 'id', key: merged.id.toString() } as const, ...lostNames];
  await insertAliases(db, site.id, { identityId: survivor.id, mergeId: receipt.id }, aliases);
  const changes = [
    { field: 'merged_id', from: null, to: merged.id.toString() },
    ...Object.entries(moved).map(([field, to]) => ({ field, from: null, to })),
  ];
  const objectId = survivor.id.toString();
  const entry: AuditEntry = { action: 'customer.merge', objectType: 'customer_identity', objectId, changes };
  await recordAudit(db, site, entry, context);
  return { ...receiptOf(receipt), dry_run: false, identity: identityOf(after) };
}

type FindRows = (db: Db, siteId: bigint, ids: readonly bigint[]) => Promise<CustomerRow[]>;

async function findPair(
  db: Db,
  site: Site,
  { survivorId, mergedId }: MergeRequest,
  find: FindRows,
): Promise<{ survivor: CustomerRow; merged: CustomerRow }> {
  const rows = await find(db, site.id, [survivorId, mergedId]);
  const survivor = rows.find(({ id }) => id === survivorId) ?? (await refuseAbsent(db, site, survivorId));
  const merged = rows.find(({ id }) => id === mergedId) ?? (await refuseAbsent(db, site, mergedId));
  return { survivor, merged };
}

/** @throws ApiError conflict for a customer who was merged, not_found for an unknown one */
async function refuseAbsent(db: Db, site: Site, id: bigint): Promise<never> {
  const into = await findByAlias(db, site.id, { kind: 'id', key: id.toString() });
  if (into === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  throw new ApiError('conflict', `Customer ${id} was already merged into ${into}`);
}

async function planMerge(
  db: Db,
  site: Site,
  { survivor, merged }: { survivor: CustomerRow; merged: CustomerRow },
): Promise<Plan> {
  const joined = mergeFields(survivor, merged);
  const belongings = await findBelongings(db, site.id, merged.id, { withHandles: true });
  const addresses = await findAliasKeys(db, site.id, merged.id, 'email');
  if (merged.email_key !== null) addresses.unshift(merged.email_key);
  const { total: linkCount } = await findLinksOf(db, site.id, addresses, 0);
  const { newHandles, noted: lostAddresses } = await splitLostContacts(db, site, joined.lost, [survivor.id, merged.id]);
  const noted: NotedValue[] = lostAddresses.map(({ kind, value }) => ({ field: kind, value }));
  if (joined.lostName !== null) noted.unshift({ field: 'display_name', value: joined.lostName });
  return { ...joined, survivor, merged, belongings, newHandles, noted, addresses, linkCount };
}

function handleOfReply({ channel, external_user_id, display_handle, bound_utc }: HeldHandle) {
  return { channel, external_user_id, display_handle, bound_utc };
}

/** Splits replaced contacts into new handles and noted ones. Contacts that one of the two has already bound are neither. */
async function splitLostContacts(
  db: Db,
  site: Site,
  lost: readonly ReplacedContact[],
  pair: readonly bigint[],
): Promise<{ newHandles: NewHandle[]; noted: ReplacedContact[] }> {
  const newHandles: NewHandle[] = [];
  const noted: ReplacedContact[] = [];
  const taken = await findTakenHandles(db, site.id, lost.map(handleOf));
  for (const address of lost) {
    const handle = handleOf(address);
    const { channel, external_user_id } = handle;
    const held = taken.find((one) => one.channel === channel && one.external_user_id === external_user_id);
    const isPossible = canBeBound(address) && !site.undeployed.includes('channels');
    if (!isPossible || (held !== undefined && !pair.includes(held.identity_id))) noted.push(address);
    else if (held === undefined) newHandles.push(handle);
  }
  return { newHandles, noted };
}

const NOTE_WORDS = { display_name: 'Name', email: 'Email', phone: 'Phone' } as const;

/** Adds a note with the values that would be lost. Returns its id, or null if there are none. */
async function addNote(
  db: Db,
  site: Site,
  { survivor, merged, noted }: Plan,
  { actor, now }: AuditContext,
): Promise<bigint | null> {
  if (noted.length === 0) return null;
  const lines = noted.map(({ field, value }) => `${NOTE_WORDS[field]}: ${value}`);
  const body = [`Customer ${merged.id}, merged into this one, also had:`, ...lines].join('\n');
  const note = await insertNote(db, site.id, { identityId: survivor.id, body, author: actor.label, now });
  if (note === undefined) throw new Error('the survivor is gone though its row is locked');
  return note.id;
}

/** Whether a contact can be bound: an email, or a phone with country code. Others only become aliases. */
function canBeBound({ kind, value, key }: ReplacedContact): boolean {
  return kind === 'email' ? isEmail(value) : isWorldwide(key);
}

/** Keeps the spelling of an email; a phone is in matched form. */
function handleOf({ kind, value, key }: ReplacedContact): NewHandle {
  return kind === 'email' ? { channel: 'email', external_user_id: value } : { channel: 'sms', external_user_id: key };
}

export function identityOf(row: CustomerRow): CustomerIdentity {
  const { id, email, phone, display_name, ticket_count, first_seen_utc, last_seen_utc } = row;
  return { id, email, phone, display_name, ticket_count, first_seen_utc, last_seen_utc };
}
