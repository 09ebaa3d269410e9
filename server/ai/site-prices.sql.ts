import { sql, type Db } from '#server/db/db.ts';

export interface SitePrice {
  readonly model: string;
  readonly input_usd: string;
  readonly output_usd: string;
}

/** The prices that the site itself has, by model. */
export async function findSitePrices(db: Db, siteId: bigint): Promise<SitePrice[]> {
  return db.query<SitePrice>(sql`
    select model, input_usd, output_usd from ai_price where site_id = ${siteId} order by model collate "C"`);
}

export async function replaceSitePrices(
  db: Db,
  siteId: bigint,
  prices: readonly { readonly model: string; readonly inputUsd: number; readonly outputUsd: number }[],
): Promise<void> {
  await db.query(sql`delete from ai_price where site_id = ${siteId}`);
  await db.query(sql`
    insert into ai_price (site_id, model, input_usd, output_usd)
    select ${siteId}, p.model, p.input_usd, p.output_usd
    from unnest(${prices.map(({ model }) => model)}::text[], ${prices.map(({ inputUsd }) => String(inputUsd))}::numeric[],
      ${prices.map(({ outputUsd }) => String(outputUsd))}::numeric[]) p (model, input_usd, output_usd)`);
}
