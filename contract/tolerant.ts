import * as z from 'zod/mini';
import { utc } from './scalars.ts';

const READERS = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/**
 * The schema with which a program reads replies of any service that keeps to the API document. Fields that the document
 * states must be there and fit. The rest is tolerated: unknown fields are dropped, an unknown name of an
 * enumeration stays as it came, and an optional part (ours, of an extension, or asked for) that is missing or has another
 * shape is undefined. Instants become ISO 8601 texts in UTC with milliseconds, ids become bigint.
 */
export function tolerant(schema: z.ZodMiniType): z.ZodMiniType {
  let reader = READERS.get(schema);
  if (reader === undefined) {
    reader = relax(schema);
    READERS.set(schema, reader);
  }
  return reader;
}

function relax(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema === utc) return INSTANT;
  if (schema instanceof z.ZodMiniObject) {
    const shape: Record<string, z.ZodMiniType> = {};
    for (const [name, field] of Object.entries(schema._zod.def.shape)) shape[name] = tolerant(asMini(field));
    return z.object(shape);
  }
  if (schema instanceof z.ZodMiniOptional) {
    return z.catch(z.optional(tolerant(asMini(schema._zod.def.innerType))), undefined);
  }
  if (schema instanceof z.ZodMiniNullable) return z.nullable(tolerant(asMini(schema._zod.def.innerType)));
  if (schema instanceof z.ZodMiniArray) return z.array(tolerant(asMini(schema._zod.def.element)));
  if (schema instanceof z.ZodMiniRecord) return z.record(z.string(), tolerant(asMini(schema._zod.def.valueType)));
  return schema instanceof z.ZodMiniEnum ? z.string() : schema;
}

/** A text without a zone is in UTC, as the document says of every instant; `Date` would read it as local time. */
function toInstant(text: string): string {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = /^\d{4}-\d\d-\d\d[T ]/.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : NaN;
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

const INSTANT = z.pipe(
  z.string().check(z.refine((text) => toInstant(text) !== '', { error: 'must be an ISO 8601 date-time' })),
  z.transform(toInstant),
);

/** Everything in the contract is made by zod/mini; the parts are only typed as core. */
function asMini(schema: z.core.$ZodType): z.ZodMiniType {
  return schema as z.ZodMiniType;
}
