import type { AiCap, CapAction } from '#contract/ai-names.ts';
import { sql, type Db } from '#server/db/db.ts';

/** Undefined leaves a field unchanged. */
export interface LimitsPatch {
  readonly monthlyBudgetUsd: string | null | undefined;
  readonly dailyTokenLimit: string | null | undefined;
  readonly minuteCallLimit: string | null | undefined;
  readonly action: CapAction | undefined;
}

export interface BillingRow {
  readonly monthly_budget_usd: string | null;
  readonly daily_token_limit: bigint | null;
  readonly minute_call_limit: bigint | null;
  readonly action: CapAction;
}

/** Serializes changes of limits and reservations of a site, so that each sees the other. */
export async function lockCaps(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`ai caps ${siteId}`}::text, 0))`);
}

export async function getBilling(db: Db, siteId: bigint): Promise<BillingRow | undefined> {
  const [row] = await db.query<BillingRow>(sql`
    select monthly_budget_usd, daily_token_limit, minute_call_limit, action from ai_billing where site_id = ${siteId}`);
  return row;
}

/** Creates the billing record if there is none. */
export async function upsertBilling(db: Db, siteId: bigint, patch: LimitsPatch, now: string): Promise<BillingRow> {
  const { monthlyBudgetUsd: budget, dailyTokenLimit: tokens, minuteCallLimit: calls, action } = patch;
  const [row] = await db.query<BillingRow>(sql`
    insert into ai_billing as b
      (site_id, monthly_budget_usd, daily_token_limit, minute_call_limit, action, created_utc, updated_utc)
    values (${siteId}, ${budget ?? null}::numeric, ${tokens ?? null}::bigint, ${calls ?? null}::bigint,
      ${action ?? 'soft'}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (site_id) do update set
      monthly_budget_usd = case when ${budget === undefined}::boolean then b.monthly_budget_usd else excluded.monthly_budget_usd end,
      daily_token_limit = case when ${tokens === undefined}::boolean then b.daily_token_limit else excluded.daily_token_limit end,
      minute_call_limit = case when ${calls === undefined}::boolean then b.minute_call_limit else excluded.minute_call_limit end,
      action = case when ${action === undefined}::boolean then b.action else excluded.action end,
      updated_utc = excluded.updated_utc
    returning b.monthly_budget_usd, b.daily_token_limit, b.minute_call_limit, b.action`);
  if (row === undefined) throw new Error('the database returned no billing record');
  return row;
}

/** One changed field; null means no limit. */
export interface CapChange {
  readonly cap: AiCap | 'action';
  readonly from: string | null;
  readonly to: string | null;
}

/** Appends to the history of limits, in the given order. */
export async function insertCapChanges(
  db: Db,
  siteId: bigint,
  changes: readonly CapChange[],
  { actor, now }: { readonly actor: string; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return;
  const first = await db.takeIds(siteId, changes.length);
  await db.query(sql`
    insert into ai_cap_change (site_id, id, actor, cap, from_value, to_value, created_utc)
    select ${siteId}, ${first}::bigint + c.position - 1, ${actor}, c.cap, c.from_value, c.to_value, ${now}::timestamptz
    from unnest(${changes.map(({ cap }) => cap)}::text[], ${changes.map(({ from }) => from)}::text[],
      ${changes.map(({ to }) => to)}::text[]) with ordinality c (cap, from_value, to_value, position)
    order by c.position`);
}
