import * as z from 'zod/mini';
import { usd } from './ai-scalars.ts';
import { operation } from './operation.ts';
import { count, intParam, skipParam, text, utc } from './scalars.ts';

const PRICE_SOURCES = ['site', 'service'] as const;

/** USD per million tokens. The site's own price wins over that of the service. */
const priceRow = z.object({
  model: z.string(),
  input_usd: usd,
  output_usd: usd,
  source: z.enum(PRICE_SOURCES),
  /** When and by whom the site's price was set; null for a price of the service. */
  updated_utc: z.nullable(utc),
  updated_by: z.nullable(z.string()),
});
export type AiPriceEntry = z.output<typeof priceRow>;

/** The highest price, in USD per million tokens. */
export const MAX_PRICE = 1_000_000;
const PRICE = `must be a number from 0 to ${MAX_PRICE}, or null`;
const price = z.nullable(
  z.union(
    [
      z.number().check(z.gte(0, { error: PRICE }), z.lte(MAX_PRICE, { error: PRICE })),
      z.bigint().check(z.gte(0n, { error: PRICE }), z.lte(BigInt(MAX_PRICE), { error: PRICE })),
    ],
    { error: PRICE },
  ),
);

const ROW = {
  resource: 'ai_prices',
  aliases: [],
  keyed: false,
  extension: 'ai_reports',
  shape: 'envelope',
  csv: null,
} as const;

/** Prices that calls are costed by now, by model. See docs/api.md, "AI prices". */
export const listAiPrices = operation({
  ...ROW,
  name: 'listAiPrices',
  method: 'GET',
  scope: 'any',
  query: z.object({ limit: z._default(intParam(1, 200), 50), skip: z._default(skipParam, 0) }),
  body: null,
  reply: z.object({ items: z.array(priceRow), total_count: count }),
  errors: [],
  touches: [],
});

/**
 * Sets the site's price of a model, or removes it with null for both. Calls of that model which are stored without a price
 * are costed by the price that then holds; `costed` says how many.
 */
export const setAiPrice = operation({
  ...ROW,
  name: 'setAiPrice',
  method: 'PATCH',
  scope: 'ai_limits:write',
  query: z.object({}),
  body: z.strictObject({ model: text(200, 1), input_usd: price, output_usd: price }),
  reply: z.object({
    model: z.string(),
    input_usd: z.nullable(usd),
    output_usd: z.nullable(usd),
    /** Null where the model has no price any more. */
    source: z.nullable(z.enum(PRICE_SOURCES)),
    updated_utc: z.nullable(utc),
    updated_by: z.nullable(z.string()),
    costed: count,
  }),
  errors: ['patch_failed'],
  touches: ['ai_prices', 'ai_reports', 'ai_usage', 'ai_limits', 'ai_sessions', 'health', 'health_overview'],
});
