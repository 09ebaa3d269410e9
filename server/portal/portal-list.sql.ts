import {
  MANY_USES,
  SOON_DAYS,
  type PortalFacets,
  type PortalOrder,
  type PortalState,
  type PortalTokenRecord,
} from '#contract/portal.ts';
import { containsPattern, type Db, EMPTY, joinSql, sql, type Statement } from '#server/db/db.ts';
import { counted } from '#server/counters/counters.ts';
import { countedLinks } from './portal-counters.ts';
import { countRows } from '#server/operation/count-rows.ts';
import type { MigrationStatus } from '#contract/migration.ts';

const DAY_MS = 86_400_000;

/** `expired` is not stored: it depends on the time. */
function isState(state: PortalState, now: Date): Statement {
  if (state === 'revoked') return sql`p.revoked_utc is not null`;
  const at = now.toISOString();
  return state === 'expired'
    ? sql`p.revoked_utc is null and p.expires_utc <= ${at}::timestamptz`
    : sql`p.revoked_utc is null and p.expires_utc > ${at}::timestamptz`;
}

/** Filters by email. */
export interface PortalTokenOwner {
  readonly emailKey?: string | undefined;
  /** Each must occur in the email. */
  readonly words?: readonly string[];
}

export interface PortalTokenFilter extends PortalTokenOwner {
  readonly now: Date;
  readonly state?: PortalState | undefined;
  readonly expiringBefore?: Date | undefined;
  readonly unused?: boolean | undefined;
  readonly minUses?: number | undefined;
}

export function portalTokenCondition(siteId: bigint, filter: PortalTokenFilter): Statement {
  return joinSql([ownedBy(siteId, filter), hasStatus(filter)], ' and ');
}

/** Filters by state, expiry and use. */
function hasStatus({ now, state, expiringBefore, unused, minUses }: PortalTokenFilter): Statement {
  const all = [sql`true`];
  if (state !== undefined) all.push(isState(state, now));
  if (expiringBefore !== undefined) {
    all.push(sql`${isState('active', now)} and p.expires_utc <= ${expiringBefore.toISOString()}::timestamptz`);
  }
  if (unused === true) all.push(sql`p.use_count = 0`);
  if (minUses !== undefined) all.push(sql`p.use_count >= ${minUses}`);
  return joinSql(all, ' and ');
}

/** Whether counters can answer the filter; they only know state, expiry and use. */
function isCounted({ minUses = 0, ...filter }: PortalTokenFilter): boolean {
  return hasNoOwner(filter) && (minUses <= 1 || minUses === MANY_USES);
}

function hasNoOwner({ emailKey, words = [] }: PortalTokenOwner): boolean {
  return emailKey === undefined && words.length === 0;
}

function ownedBy(siteId: bigint, { emailKey, words = [] }: PortalTokenOwner): Statement {
  const all = [sql`p.site_id = ${siteId}`, ...words.map((word) => sql`p.email_key ilike ${containsPattern(word)}`)];
  if (emailKey !== undefined) all.push(sql`p.email_key = ${emailKey}`);
  return joinSql(all, ' and ');
}

/** Ties are broken by id. */
const ORDERS: Readonly<Record<PortalOrder, Statement>> = {
  created: sql`p.created_utc desc, p.id desc`,
  expires: sql`p.expires_utc, p.id`,
};

type PortalTokenLine = Omit<PortalTokenRecord, 'customer_identity_id' | 'customer_merged' | 'customer_blocked'> & {
  readonly email_key: string;
};

/** Newest first by default. */
export async function findPortalTokens(
  db: Db,
  where: Statement,
  page: {
    readonly now: Date;
    readonly limit: number;
    readonly skip?: number;
    readonly order?: PortalOrder;
  },
): Promise<PortalTokenLine[]> {
  const skip = page.skip === undefined ? EMPTY : sql`offset ${page.skip}`;
  return db.query<PortalTokenLine>(sql`
    select p.id, p.requester_email, case when p.revoked_utc is not null then 'revoked'
        when p.expires_utc <= ${page.now.toISOString()}::timestamptz then 'expired' else 'active' end as state,
      p.use_count, p.created_utc, p.expires_utc, p.last_used_utc, p.revoked_utc, p.issued_by, p.email_key
    from portal_token p where ${where} order by ${ORDERS[page.order ?? 'created']}
    limit ${page.limit} ${skip}`);
}

export async function countPortalTokens(db: Db, siteId: bigint, filter: PortalTokenFilter): Promise<number> {
  const { now, expiringBefore = now } = filter;
  if (!isCounted(filter)) {
    return countRows(db, sql`portal_token p where ${portalTokenCondition(siteId, filter)}`);
  }
  const [row] = await db.query<{ count: number }>(sql`
    select coalesce(sum(p.n), 0)::integer as count from ${countedLinks(siteId, [now, expiringBefore])}
    where ${hasStatus(filter)}`);
  return row?.count ?? 0;
}

type StateRow = PortalFacets['state'] & Omit<PortalFacets, 'state'>;

/** The number of links per filter value, among those of the requested email. */
export async function countPortalFacets(db: Db, siteId: bigint, filter: PortalTokenFilter): Promise<PortalFacets> {
  const { now } = filter;
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS);
  const links = hasNoOwner(filter)
    ? countedLinks(siteId, [now, soon])
    : sql`(select p.*, 1 as n from portal_token p where ${ownedBy(siteId, filter)}) p`;
  const count = (condition: Statement) => sql`coalesce(sum(p.n) filter (where ${condition}), 0)::integer`;
  const active = isState('active', now);
  const [row] = await db.query<StateRow>(sql`
    select ${count(active)} as active, ${count(isState('expired', now))} as expired,
      ${count(isState('revoked', now))} as revoked,
      ${count(sql`${active} and p.expires_utc <= ${soon.toISOString()}::timestamptz`)} as expiring,
      ${count(sql`${active} and p.use_count = 0`)} as unused,
      ${count(sql`${active} and p.use_count >= ${MANY_USES}`)} as many_uses
    from ${links}`);
  if (row === undefined) throw new Error('the count returned no row');
  const { active: live, expired, revoked, ...rest } = row;
  return { state: { active: live, expired, revoked }, ...rest };
}

const NO_LINKS = { active_tokens: 0, expired_tokens: 0, revoked_tokens: 0, total_uses: 0 };

export async function countPortalStates(db: Db, siteId: bigint, now: Date): Promise<MigrationStatus['portal_tokens']> {
  const at = now.toISOString();
  const [row] = await db.query<MigrationStatus['portal_tokens']>(sql`
    select coalesce(sum(p.n) filter (where p.revoked_utc is null and p.expires_utc > ${at}::timestamptz), 0)::integer as active_tokens,
      coalesce(sum(p.n) filter (where p.revoked_utc is null and p.expires_utc <= ${at}::timestamptz), 0)::integer as expired_tokens,
      coalesce(sum(p.n) filter (where p.revoked_utc is not null), 0)::integer as revoked_tokens,
      ${counted(siteId, 'portal_uses')}::float8 as total_uses
    from ${countedLinks(siteId, [now])}`);
  return row ?? NO_LINKS;
}
