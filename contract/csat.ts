import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { choices, count, date, id, integer, intParam, utc } from './scalars.ts';

const scoreParam = intParam(0, 5);
/** Mean of scores from 0 to 5; null where there are none. */
const average = z.nullable(z.number());

const csatResponse = z.object({
  id,
  ticket_id: id,
  score: integer,
  comment: z.nullable(z.string()),
  customer_name: z.nullable(z.string()),
  created_utc: utc,
});

/** The window is whole UTC days that end today. See docs/api.md, "CSAT". */
export const getCsat = operation({
  name: 'getCsat',
  resource: 'csat',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    days: z._default(intParam(1, 365), 30),
    limit: z._default(intParam(1, 200), 50),
    score_min: z.optional(scoreParam),
    score_max: z.optional(scoreParam),
    include: z.optional(choices(['trend'])),
  }),
  body: null,
  reply: z.object({
    summary: z.object({
      responses: count,
      average,
      /** Share of answers with 4 or 5, from 0 to 1; null without answers. */
      satisfied_share: z.nullable(z.number()),
      distribution: z.object({ '0': count, '1': count, '2': count, '3': count, '4': count, '5': count }),
    }),
    recent: z.array(csatResponse),
    trend: z.optional(z.array(z.object({ date, responses: count, average }))),
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
