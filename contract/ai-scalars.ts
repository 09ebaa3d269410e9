import * as z from 'zod/mini';
import { MAX_ID } from './scalars.ts';

/** A count that may pass 2^53, such as tokens; in memory a bigint so that no digit is lost. */
export const bigCount = z.pipe(
  z.union([z.int().check(z.gte(0)), z.bigint().check(z.gte(0n), z.lte(MAX_ID))]),
  z.transform((n) => BigInt(n)),
);

/** An exact figure out of the database: a number, or a bigint where an integer is beyond 2^53. */
export const figure = z.union([z.number(), z.bigint()]);

/** Money in US dollars. */
export const usd = z.number().check(z.gte(0));

/** A share of a whole. */
export const share = z.number().check(z.gte(0), z.lte(1));
