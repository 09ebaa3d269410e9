import type { AiPrice } from '#server/config.ts';
import type { Db } from '#server/db/db.ts';
import type { Site, SiteRef } from '#server/operation/call.ts';
import { findSitePrices, replaceSitePrices } from './site-prices.sql.ts';

type Prices = ReadonlyMap<string, AiPrice>;

/**
 * Prices of this site's calls: AI_PRICES, and on a demo site its own prices for the models of its story, so that
 * a call that is added there costs what the ones before it did. See docs/api.md, "AI usage".
 */
export async function getPrices(db: Db, site: Pick<Site, 'id' | 'isDemo'>, prices: Prices): Promise<Prices> {
  if (!site.isDemo) return prices;
  const own = await findSitePrices(db, site.id);
  return new Map([
    ...own.map(({ model, input_usd, output_usd }): [string, AiPrice] => [
      model,
      { inputUsd: Number(input_usd), outputUsd: Number(output_usd) },
    ]),
    ...prices,
  ]);
}

/** Gives a site prices of its own, instead of those that it has. To be called inside a transaction. */
export async function setSitePrices(db: Db, site: SiteRef, prices: Prices): Promise<void> {
  const rows = [...prices].map(([model, price]) => ({ model, ...price }));
  await replaceSitePrices(db, site.id, rows);
}
