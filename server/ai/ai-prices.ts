import type { AiPriceEntry, listAiPrices as ListAiPrices, setAiPrice as SetAiPrice } from '#contract/ai-prices.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { AiPrice } from '#server/config.ts';
import { FEW_IDS, sql, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { StepSize } from '#server/operation/in-steps.ts';
import { costUnpricedCalls } from './ai-calls.sql.ts';
import { hasAiUsage } from './ai-limits.ts';
import { announceCaps } from './announce-caps.ts';

type Prices = ReadonlyMap<string, AiPrice>;

/** The prices for calls of this site: AI_PRICES, overridden by the site's own prices. See docs/api.md, "AI prices". */
export async function getPrices(db: Db, site: SiteRef, prices: Prices): Promise<Prices> {
  const own = await findSitePrices(db, site.id);
  return new Map([
    ...prices,
    ...own.map(({ model, input_usd, output_usd }): [string, AiPrice] => [
      model,
      { inputUsd: Number(input_usd), outputUsd: Number(output_usd) },
    ]),
  ]);
}

/** Replaces the site's own prices. Call it inside a transaction. */
export async function setSitePrices(db: Db, site: SiteRef, prices: Prices): Promise<void> {
  const rows = [...prices].map(([model, price]) => ({ model, ...price }));
  await replaceSitePrices(db, site.id, rows);
}

/** GET ai_prices: each model once, ordered by name. */
export const listAiPrices: Handler<typeof ListAiPrices> = async ({ db, site, query, config }) => {
  const prices = hasAiUsage(site) ? await listPrices(db, site, config.aiPrices) : [];
  return { items: prices.slice(query.skip, query.skip + query.limit), total_count: prices.length };
};

async function listPrices(db: Db, site: SiteRef, service: Prices): Promise<AiPriceEntry[]> {
  const own = (await findSitePrices(db, site.id)).map(({ input_usd, output_usd, ...price }) => ({
    ...price,
    input_usd: Number(input_usd),
    output_usd: Number(output_usd),
    source: 'site' as const,
  }));
  const owned = new Set(own.map(({ model }) => model));
  const others = [...service]
    .filter(([model]) => !owned.has(model))
    .map(([model, { inputUsd, outputUsd }]) => ({
      ...{ model, input_usd: inputUsd, output_usd: outputUsd, source: 'service' as const },
      ...{ updated_utc: null, updated_by: null },
    }));
  return [...own, ...others].toSorted((a, b) => (a.model < b.model ? -1 : 1));
}

/**
 * PATCH ai_prices: sets or removes the site's price, then costs the stored calls without a price in batches.
 * @throws ApiError bad_field if only one of the prices is null, patch_failed on a site without AI usage
 */
export const setAiPrice: Handler<typeof SetAiPrice> = async ({ db, site, body, actor, now, config }) => {
  const { model, input_usd: input, output_usd: output } = body;
  if ((input === null) !== (output === null))
    throw fieldError('output_usd', 'must be null where input_usd is, and only there');
  if (!hasAiUsage(site)) throw new ApiError('patch_failed', 'AI usage is not deployed for this site');
  const context = { actor, now };
  await db.transaction(async (db) => {
    const before = await lockSitePrice(db, site.id, model);
    if (input === null || output === null) await deleteSitePrice(db, site.id, model);
    else {
      const texts = { inputUsd: String(input), outputUsd: String(output) };
      const updatedBy = actor.kind === 'admin' ? 'admin command' : actor.label;
      await upsertSitePrice(db, site.id, { model, ...texts, updatedUtc: now.toISOString(), updatedBy });
    }
    const text = (value: number | bigint | null) => (value === null ? null : String(value));
    const changes = [
      { field: 'input_usd', from: before?.input_usd ?? null, to: text(input) },
      { field: 'output_usd', from: before?.output_usd ?? null, to: text(output) },
    ].filter(({ from, to }) => from !== to);
    await recordAudit(
      db,
      site,
      { action: 'ai_price.update', objectType: 'ai_price', objectId: model, changes },
      context,
    );
  }, FEW_IDS);
  const price = (await getPrices(db, site, config.aiPrices)).get(model);
  const costed = price === undefined ? 0 : await costStoredCalls(db, site, { model, price }, context);
  const entry = (await listPrices(db, site, config.aiPrices)).find((one) => one.model === model);
  const none = { model, input_usd: null, output_usd: null, source: null, updated_utc: null, updated_by: null };
  return { ...(entry ?? none), costed };
};

/**
 * Costs the stored calls of a model that have no price. Each batch is a transaction, so a repeated request continues.
 */
async function costStoredCalls(
  db: Db,
  site: SiteRef,
  { model, price }: { readonly model: string; readonly price: AiPrice },
  context: AuditContext,
): Promise<number> {
  const size = new StepSize({ first: 200, least: 100, most: 5_000 });
  let costed = 0;
  for (;;) {
    const { rows } = size;
    const found = await db.transaction((db) =>
      size.measure(() => costUnpricedCalls(db, site.id, { model, price, rows })),
    );
    costed += found;
    if (found < rows) break;
  }
  // The new costs of this month count against the budget.
  if (costed > 0) await db.transaction((db) => announceCaps(db, site, context), FEW_IDS);
  return costed;
}

interface SitePrice {
  readonly model: string;
  readonly input_usd: string;
  readonly output_usd: string;
  readonly updated_utc: string | null;
  readonly updated_by: string | null;
}

/** The site's own prices, by model. */
function findSitePrices(db: Db, siteId: bigint): Promise<SitePrice[]> {
  return db.query<SitePrice>(sql`
    select model, input_usd, output_usd, updated_utc, updated_by from ai_price
    where site_id = ${siteId} order by model collate "C"`);
}

/** Locks the price of a model on this site until the transaction ends. */
async function lockSitePrice(db: Db, siteId: bigint, model: string): Promise<SitePrice | undefined> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`ai price ${siteId} ${model}`}::text, 0))`);
  const [row] = await db.query<SitePrice>(sql`
    select model, input_usd, output_usd, updated_utc, updated_by from ai_price
    where site_id = ${siteId} and model = ${model}`);
  return row;
}

interface NewPrice {
  readonly model: string;
  /** Decimals as text. */
  readonly inputUsd: string;
  readonly outputUsd: string;
  readonly updatedUtc: string;
  readonly updatedBy: string;
}

async function upsertSitePrice(db: Db, siteId: bigint, price: NewPrice): Promise<void> {
  await db.query(sql`
    insert into ai_price (site_id, model, input_usd, output_usd, updated_utc, updated_by)
    values (${siteId}, ${price.model}, ${price.inputUsd}::numeric, ${price.outputUsd}::numeric, ${price.updatedUtc},
      ${price.updatedBy})
    on conflict (site_id, model) do update set input_usd = excluded.input_usd, output_usd = excluded.output_usd,
      updated_utc = excluded.updated_utc, updated_by = excluded.updated_by`);
}

async function deleteSitePrice(db: Db, siteId: bigint, model: string): Promise<void> {
  await db.query(sql`delete from ai_price where site_id = ${siteId} and model = ${model}`);
}

async function replaceSitePrices(
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
