import type { AuditContext } from '#server/audit/record-audit.ts';
import { auditBinding, bindChannel, type BindRequest } from '#server/customers/bind-channel.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { findHandles } from './bind-bulk.sql.ts';
import { bindRows, findAll } from './bind-chunk.ts';
import { withKeys, type KeyedRow } from './bind-plan.ts';

/** A handle, its customer by email or phone, and when it was bound. */
export interface PastBinding {
  readonly request: Omit<BindRequest, 'identityId'>;
  readonly context: AuditContext;
}

/**
 * Binds handles with past times: new ones in bulk, the others one by one with `bindChannel`. Returns the number of new
 * handles. Call inside a transaction.
 */
export async function bindPastHandles(
  db: Db,
  site: Pick<Site, 'id' | 'country' | 'undeployed'>,
  bindings: readonly PastBinding[],
): Promise<number> {
  const [first] = bindings;
  if (first === undefined || site.undeployed.includes('channels')) return 0;
  await lockBindings(db, site.id, 'alone');
  const rows = bindings.map(({ request, context }, line) => rowOf(site, request, context.now, line));
  const known = new Set((await findHandles(db, site.id, rows)).keys());
  const fresh = rows.filter(({ handleKey }) => !known.has(handleKey) && known.add(handleKey));
  const { rows: bound } = await bindRows(
    db,
    site,
    { rows: fresh, find: (db, good) => findAll(db, site, good) },
    { now: first.context.now, job: null },
  );
  const lines = new Set<number>();
  for (const row of bound) {
    const binding = bindings[row.line];
    if (row.outcome !== 'bound' || binding === undefined) continue;
    lines.add(row.line);
    const change = {
      action: 'channel.bind',
      channel: binding.request.channel,
      from: null,
      to: row.identityId,
    } as const;
    await auditBinding(db, site, change, binding.context);
  }
  for (const [line, { request, context }] of bindings.entries())
    if (!lines.has(line)) await bindChannel(db, site, request, context);
  return lines.size;
}

function rowOf({ country }: Pick<Site, 'country'>, request: PastBinding['request'], now: Date, line: number): KeyedRow {
  const { channel, externalUserId, email = null, phone = null, displayHandle = null, displayName = null } = request;
  const row = { line, channel, externalUserId, email, phone, displayHandle };
  return { ...withKeys(row, country), displayName, boundUtc: now.toISOString() };
}
