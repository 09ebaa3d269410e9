import * as z from 'zod/mini';
import { text } from './scalars.ts';

/** Id of a conversation or visitor, as a widget or bot names it. */
export const sessionId = text(200, 1);
export const visitorKey = text(200, 1);
/** Text of a search; every word of it must occur. */
export const searchParam = text(200);

/** Cost of the session's AI calls, or of one message, in USD. */
export const costUsd = z.number().check(z.gte(0, { error: 'must be at least 0' }));

const USD = 'must be an amount in USD of at least 0, such as 0.25';
/** An amount in USD in a query: plain decimal digits. */
export const usdParam = z.pipe(
  z.string({ error: USD }).check(z.regex(/^\d{1,9}(\.\d{1,8})?$/, { error: USD })),
  z.transform(Number),
);
