import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/**
 * Scopes of a token. Writes need one; of the GETs only those of an administrator (`admin:read`) and the list of one's own bulk changes. `*` is everything, now
 * and later.
 */
export const SCOPES = [
  'read',
  'admin:read',
  'tickets:write',
  'customers:write',
  'csat:write',
  'ingest:write',
  'calendar:write',
  'portal_tokens:write',
  'channels:write',
  'channels:bulk',
  'ai:invoke',
  'ai_limits:write',
  'tags:write',
  'visitors:write',
  'events:write',
  'webhooks:write',
  'site:write',
  'tokens:write',
  '*',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether none of these scopes writes anything. */
export function onlyReads(scopes: readonly string[]): boolean {
  return scopes.every((scope) => scope === 'read' || scope === 'admin:read');
}

/** Features that a site can lack; the rest of the document is always there. */
export const FEATURES = ['channels', 'ai_usage', 'ai_copilot'] as const;

/** Extensions of ours, each announced in `whoami.capabilities.deployed`. All are false with EXTENSIONS=0. */
export const EXTENSIONS = [
  'sessions',
  'agents',
  'ticket_filters',
  'tickets_bulk',
  'ticket_comments',
  'saved_views',
  'identity_tools',
  'calendar_holidays',
  'calendar_tools',
  'ai_reports',
  'portal_tokens_list',
  'api_tokens',
  'webhook_deliveries',
  'audit_log',
  'health_history',
  'health_overview',
  'site_settings',
  'bind_jobs',
  'csat_reports',
  'chart_notes',
  'ai_sessions',
  'saved_replies',
  'preferences',
  'csv_all',
  'openapi',
  'mcp',
  'ingest',
] as const;
export type ExtensionKey = (typeof EXTENSIONS)[number];

/** One row of the table of operations: everything that client, service, tests and documentation know of it. */
export interface Operation {
  /** Verb and noun, such as `listTickets`. */
  readonly name: string;
  readonly resource: string;
  readonly aliases: readonly string[];
  readonly method: Method;
  /**
   * Where several rows share resource and method: what a call says to mean this one, in a parameter or a field of the
   * body, which the client adds by itself. A row without it is meant by every other call.
   */
  readonly when?: { readonly in: 'query' | 'body'; readonly name: string; readonly value: string };
  /** `any` means that a valid token is enough. */
  readonly scope: 'any' | Exclude<Scope, 'read' | '*'>;
  /** The extension that this operation belongs to, or null if the API document has it. */
  readonly extension: ExtensionKey | null;
  /** Takes an `Idempotency-Key`: the same key and body within 24 hours get the first answer again. */
  readonly keyed: boolean;
  readonly query: z.ZodMiniObject;
  readonly body: z.ZodMiniObject | null;
  /** The body is a file of this type, read as a stream by the handler, and `body` is null. Left out: JSON. */
  readonly media?: 'text/csv';
  readonly reply: z.ZodMiniType;
  /** `envelope`: the payload is in `data`. `top-level`: the fields are beside `ok`, or there is no `ok`. */
  readonly shape: 'envelope' | 'top-level';
  /** With `format=csv`: the file's name without date and ending, and the columns in order. */
  readonly csv: { readonly file: string; readonly columns: readonly string[] } | null;
  /** Codes beyond the ones that every operation can answer. */
  readonly errors: readonly ErrorCode[];
  /** Resources whose answers may be different after this write. */
  readonly touches: readonly string[];
}

export function operation<const Row extends Operation>(row: Row): Row {
  return row;
}

export type Query<Row extends Operation> = z.output<Row['query']>;
export type Body<Row extends Operation> = Row['body'] extends z.ZodMiniObject ? z.output<Row['body']> : undefined;
export type Reply<Row extends Operation> = z.output<Row['reply']>;

/** Meaning of a field beyond its type. */
interface FieldMeta {
  /** The field belongs to this extension and is absent without it. */
  readonly extension?: ExtensionKey;
  /** How the document alone has the field, where the extension only widens it. */
  readonly documented?: z.ZodMiniType;
  /** The document does not show this part: ours, so a reader must not rely on it. */
  readonly ours?: true;
}

/** Kept beside the schemas: the field's own schema object is the key. */
export const fieldMeta = new WeakMap<z.ZodMiniType, FieldMeta>();

/** Marks a field that exists only with an extension: optional for readers, ignored or refused without it. */
export function extension<Schema extends z.ZodMiniType>(
  key: ExtensionKey,
  schema: Schema,
  documented?: z.ZodMiniType,
): z.ZodMiniOptional<Schema> {
  const optional = z.optional(schema);
  fieldMeta.set(optional, documented === undefined ? { extension: key } : { extension: key, documented });
  return optional;
}

/** Marks a part of a reply that the document does not show: our service always sends it, another may not. */
export function ours<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniOptional<Schema> {
  const optional = z.optional(schema);
  fieldMeta.set(optional, { ours: true });
  return optional;
}
