import * as z from 'zod/mini';

/** Commands of a browser test to the service that it controls, over the channel between parent and child process. */
export const DriveCommand = z.discriminatedUnion('do', [
  z.object({ id: z.number(), do: z.literal('set clock'), now: z.iso.datetime() }),
  z.object({
    id: z.number(),
    do: z.literal('make site'),
    name: z.string(),
    /** IANA name. */
    timeZone: z.string(),
    undeployed: z.array(z.enum(['channels', 'ai_usage'])),
    /** The site whose rows are copied; without it the new site is empty. */
    copyOf: z.nullable(z.number()),
    /** Names of further agents, beside the one of the tokens. */
    agents: z.array(z.string()),
  }),
  z.object({
    id: z.number(),
    do: z.literal('issue token'),
    siteId: z.number(),
    label: z.string(),
    scopes: z.array(z.string()),
    agentId: z.nullable(z.string()),
    rateLimitPerMin: z.number(),
    expiresUtc: z.nullable(z.iso.datetime()),
  }),
  /** A test's own statement, to compare with a page; the values go between the parts. */
  z.object({
    id: z.number(),
    do: z.literal('query'),
    parts: z.array(z.string()),
    values: z.array(z.union([z.string(), z.number(), z.null()])),
  }),
]);
export type DriveCommand = z.output<typeof DriveCommand>;

export const SiteMade = z.object({
  siteId: z.number(),
  /** The agent whom the token `agent` belongs to. */
  agentId: z.string(),
  /** Raw API tokens: all scopes, read-only, and all scopes as the agent. */
  tokens: z.object({ all: z.string(), readOnly: z.string(), agent: z.string() }),
});
export type SiteMade = z.output<typeof SiteMade>;

export const TokenIssued = z.object({ tokenId: z.number(), token: z.string() });

/** Rows of a statement, as JSON has them: a number with a fraction is text. */
export const Rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));

export const DriveAnswer = z.object({
  id: z.number(),
  problem: z.nullable(z.string()),
  result: z.optional(z.unknown()),
});
export type DriveAnswer = z.output<typeof DriveAnswer>;
