import {
  MANY_USES,
  SOON_DAYS,
  type PortalFacets,
  type PortalOrder,
  type PortalState,
  type PortalTokenRecord,
} from '#contract/portal.ts';
import { EMPTY, joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { containsPattern } from '#server/db/like-pattern.ts';

const DAY_MS = 86_400_000;
const WINDOW_MS = 30 * DAY_MS;

/** Revoked is stored, expired is a matter of the clock. */
function isState(state: PortalState, now: Date): Statement {
  if (state === 'revoked') return sql`p.revoked_utc is not null`;
  const at = now.toISOString();
  return state === 'expired'
    ? sql`p.revoked_utc is null and p.expires_utc <= ${at}::timestamptz`
    : sql`p.revoked_utc is null and p.expires_utc > ${at}::timestamptz`;
}

/** Whose links are meant, whatever has become of them. */
export interface PortalTokenOwner {
  readonly emailKey?: string | undefined;
  readonly domain?: string | undefined;
  /** Each must occur in the address. */
  readonly words?: readonly string[];
}

export interface PortalTokenFilter extends PortalTokenOwner {
  readonly now: Date;
  readonly state?: PortalState | undefined;
  readonly expiringBefore?: Date | undefined;
  readonly unused?: boolean | undefined;
  readonly minUses?: number | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

/** @param filter Conditions that hold together. */
export function portalTokenCondition(siteId: bigint, filter: PortalTokenFilter): Statement {
  const { now, state, expiringBefore, unused, minUses } = filter;
  const all = [ownedBy(siteId, filter), createdWithin(filter)];
  if (state !== undefined) all.push(isState(state, now));
  if (expiringBefore !== undefined) {
    all.push(sql`${isState('active', now)} and p.expires_utc <= ${expiringBefore.toISOString()}::timestamptz`);
  }
  if (unused === true) all.push(sql`p.use_count = 0`);
  if (minUses !== undefined) all.push(sql`p.use_count >= ${minUses}`);
  return joinSql(all, ' and ');
}

function ownedBy(siteId: bigint, { emailKey, domain, words = [] }: PortalTokenOwner): Statement {
  const all = [sql`p.site_id = ${siteId}`, ...words.map((word) => sql`p.email_key ilike ${containsPattern(word)}`)];
  if (emailKey !== undefined) all.push(sql`p.email_key = ${emailKey}`);
  if (domain !== undefined) all.push(sql`p.email_domain = ${domain}`);
  return joinSql(all, ' and ');
}

function createdWithin({ createdFrom, createdTo }: Pick<PortalTokenFilter, 'createdFrom' | 'createdTo'>): Statement {
  const all = [sql`true`];
  if (createdFrom !== undefined) all.push(sql`p.created_utc >= ${createdFrom}::timestamptz`);
  if (createdTo !== undefined) all.push(sql`p.created_utc < ${createdTo}::timestamptz`);
  return joinSql(all, ' and ');
}

/** Ties are broken by id. */
const ORDERS: Readonly<Record<PortalOrder, Readonly<Record<'asc' | 'desc', Statement>>>> = {
  created: { desc: sql`p.created_utc desc, p.id desc`, asc: sql`p.created_utc, p.id` },
  expires: { desc: sql`p.expires_utc desc, p.id desc`, asc: sql`p.expires_utc, p.id` },
  uses: { desc: sql`p.use_count desc, p.id desc`, asc: sql`p.use_count, p.id` },
};

type PortalTokenLine = Omit<PortalTokenRecord, 'customer_identity_id' | 'customer_merged' | 'customer_blocked'> & {
  readonly email_key: string;
};

/** Newest first unless another order is asked for. */
export async function findPortalTokens(
  db: Db,
  where: Statement,
  page: {
    readonly now: Date;
    readonly limit: number;
    readonly skip?: number;
    readonly order?: PortalOrder;
    readonly dir?: 'asc' | 'desc';
  },
): Promise<PortalTokenLine[]> {
  const skip = page.skip === undefined ? EMPTY : sql`offset ${page.skip}`;
  return db.query<PortalTokenLine>(sql`
    select p.id, p.requester_email, case when p.revoked_utc is not null then 'revoked'
        when p.expires_utc <= ${page.now.toISOString()}::timestamptz then 'expired' else 'active' end as state,
      p.use_count, p.created_utc, p.expires_utc, p.last_used_utc, p.revoked_utc, p.issued_by, p.email_key
    from portal_token p where ${where} order by ${ORDERS[page.order ?? 'created'][page.dir ?? 'desc']}
    limit ${page.limit} ${skip}`);
}

export async function countPortalTokens(db: Db, where: Statement): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from portal_token p where ${where}`);
  return row?.count ?? 0;
}

type FacetRow = PortalFacets['state'] & Omit<PortalFacets, 'state' | 'issued'> & PortalFacets['issued'];

/** How many links each filter finds beside the address and the time of issue that are asked for. */
export async function countPortalFacets(db: Db, siteId: bigint, filter: PortalTokenFilter): Promise<PortalFacets> {
  const { now } = filter;
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS).toISOString();
  const [from, before] = [1, 2].map((n) => new Date(now.getTime() - n * WINDOW_MS).toISOString());
  const within = createdWithin(filter);
  const active = sql`${within} and ${isState('active', now)}`;
  const [row] = await db.query<FacetRow>(sql`
    select count(*) filter (where ${active})::integer as active,
      count(*) filter (where ${within} and ${isState('expired', now)})::integer as expired,
      count(*) filter (where ${within} and ${isState('revoked', now)})::integer as revoked,
      count(*) filter (where ${active} and p.expires_utc <= ${soon}::timestamptz)::integer as expiring,
      count(*) filter (where ${active} and p.use_count = 0)::integer as unused,
      count(*) filter (where ${active} and p.use_count >= ${MANY_USES})::integer as many_uses,
      count(*) filter (where p.created_utc >= ${from}::timestamptz)::integer as last_30,
      count(*) filter (where p.created_utc >= ${before}::timestamptz
        and p.created_utc < ${from}::timestamptz)::integer as before
    from portal_token p where ${ownedBy(siteId, filter)}`);
  if (row === undefined) throw new Error('a count without a row');
  const { active: live, expired, revoked, expiring, unused, many_uses, last_30, before: earlier } = row;
  const state = { active: live, expired, revoked };
  return { state, expiring, unused, many_uses, issued: { last_30, before: earlier } };
}
