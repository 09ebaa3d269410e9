import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { choice, count, id, idParam, instantParam, intParam, skipParam, text, utc } from './scalars.ts';

export const AUDIT_OUTCOMES = ['ok', 'refused', 'failed'] as const;
export const ACTOR_KINDS = ['token', 'admin', 'system'] as const;

/** Enumerations and numbers alone; of everything else just the field is named. */
const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

const auditEntry = z.object({
  id,
  at_utc: utc,
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    token_id: z.nullable(id),
    token_prefix: z.nullable(z.string()),
    label: z.nullable(z.string()),
  }),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  changes: z.array(z.object({ field: z.string(), from: value, to: value })),
  outcome: z.enum(AUDIT_OUTCOMES),
  request_id: z.nullable(z.string()),
  network: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** Every write, newest first: who, when, on what. See docs/api.md, "Audit log". */
export const listAuditLog = operation({
  name: 'listAuditLog',
  resource: 'audit_log',
  aliases: [],
  method: 'GET',
  scope: 'admin:read',
  keyed: false,
  extension: 'audit_log',
  query: z.object({
    since: z.optional(instantParam),
    until: z.optional(instantParam),
    token_id: z.optional(idParam),
    action: z.optional(text(60)),
    object_type: z.optional(text(60)),
    object_id: z.optional(text(100)),
    outcome: z.optional(choice(AUDIT_OUTCOMES)),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(auditEntry), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
