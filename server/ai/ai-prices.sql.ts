import type { AiPrice } from '#server/config.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface SitePrice {
  readonly model: string;
  readonly input_usd: string;
  readonly output_usd: string;
  readonly updated_utc: string | null;
  readonly updated_by: string | null;
}

/** The prices that the site itself has, by model. */
export function findSitePrices(db: Db, siteId: bigint): Promise<SitePrice[]> {
  return db.query<SitePrice>(sql`
    select model, input_usd, output_usd, updated_utc, updated_by from ai_price
    where site_id = ${siteId} order by model collate "C"`);
}

/** Holds the site's price of the model until the transaction ends. */
export async function lockSitePrice(db: Db, siteId: bigint, model: string): Promise<SitePrice | undefined> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`ai price ${siteId} ${model}`}::text, 0))`);
  const [row] = await db.query<SitePrice>(sql`
    select model, input_usd, output_usd, updated_utc, updated_by from ai_price
    where site_id = ${siteId} and model = ${model}`);
  return row;
}

interface Setting {
  readonly model: string;
  /** Decimal texts. */
  readonly inputUsd: string;
  readonly outputUsd: string;
  readonly updatedUtc: string;
  readonly updatedBy: string;
}

export async function upsertSitePrice(db: Db, siteId: bigint, price: Setting): Promise<void> {
  await db.query(sql`
    insert into ai_price (site_id, model, input_usd, output_usd, updated_utc, updated_by)
    values (${siteId}, ${price.model}, ${price.inputUsd}::numeric, ${price.outputUsd}::numeric, ${price.updatedUtc},
      ${price.updatedBy})
    on conflict (site_id, model) do update set input_usd = excluded.input_usd, output_usd = excluded.output_usd,
      updated_utc = excluded.updated_utc, updated_by = excluded.updated_by`);
}

export async function deleteSitePrice(db: Db, siteId: bigint, model: string): Promise<void> {
  await db.query(sql`delete from ai_price where site_id = ${siteId} and model = ${model}`);
}

export async function replaceSitePrices(
  db: Db,
  siteId: bigint,
  prices: readonly (AiPrice & { readonly model: string })[],
): Promise<void> {
  await db.query(sql`delete from ai_price where site_id = ${siteId}`);
  await db.query(sql`
    insert into ai_price (site_id, model, input_usd, output_usd)
    select ${siteId}, p.model, p.input_usd, p.output_usd
    from unnest(${prices.map(({ model }) => model)}::text[], ${prices.map(({ inputUsd }) => String(inputUsd))}::numeric[],
      ${prices.map(({ outputUsd }) => String(outputUsd))}::numeric[]) p (model, input_usd, output_usd)`);
}
