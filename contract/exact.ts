import * as z from 'zod/mini';
import { fieldMeta } from './operation.ts';

export interface ExactOptions {
  /** False with EXTENSIONS=0: fields of extensions are gone and widened ones are as documented. */
  readonly extensions: boolean;
}

/**
 * Derives the strict schema of the service's replies: no field more, and each field that a reader treats as
 * optional because another service may lack it (`ours`, `extension`) is there. `optional` stays optional.
 */
export function exact(schema: z.ZodMiniType, options: ExactOptions): z.ZodMiniType {
  return rebuild(schema, { ...options, isStrict: true, isPromised: true }, new Map());
}

/** The same schema as the document alone has it: fields of extensions left out, everything else as it was. */
export function documented(schema: z.ZodMiniType): z.ZodMiniType {
  return rebuild(schema, { extensions: false, isStrict: false, isPromised: false }, new Map());
}

interface Rules extends ExactOptions {
  readonly isStrict: boolean;
  readonly isPromised: boolean;
}

type Seen = Map<z.ZodMiniType, z.ZodMiniType>;

/** `clone` keeps checks and messages, which a rebuilt schema would lose. */
function rebuild(schema: z.ZodMiniType, rules: Rules, seen: Seen): z.ZodMiniType {
  const done = seen.get(schema);
  if (done !== undefined) return done;
  const result = rebuildParts(schema, rules, seen);
  seen.set(schema, result);
  return result;
}

function rebuildParts(schema: z.ZodMiniType, rules: Rules, seen: Seen): z.ZodMiniType {
  const inner = (part: z.core.$ZodType) => rebuild(asMini(part), rules, seen);
  if (schema instanceof z.ZodMiniObject) {
    const { def } = schema._zod;
    const shape: Record<string, z.ZodMiniType> = {};
    for (const [name, field] of Object.entries(def.shape)) {
      const kept = rebuildField(asMini(field), rules, seen);
      if (kept !== null) shape[name] = kept;
    }
    const catchall = rules.isStrict ? { catchall: z.never({ error: 'is not part of this reply' }) } : {};
    return z.clone(schema, { ...def, ...catchall, shape });
  }
  if (schema instanceof z.ZodMiniArray) {
    return z.clone(schema, { ...schema._zod.def, element: inner(schema._zod.def.element) });
  }
  if (schema instanceof z.ZodMiniTuple) {
    return z.clone(schema, { ...schema._zod.def, items: schema._zod.def.items.map(inner) });
  }
  if (schema instanceof z.ZodMiniNullable) return z.nullable(inner(schema._zod.def.innerType));
  if (schema instanceof z.ZodMiniOptional) return z.optional(inner(schema._zod.def.innerType));
  if (schema instanceof z.ZodMiniRecord) {
    return z.clone(schema, { ...schema._zod.def, valueType: inner(schema._zod.def.valueType) });
  }
  if (schema instanceof z.ZodMiniUnion) {
    return z.clone(schema, { ...schema._zod.def, options: schema._zod.def.options.map(inner) });
  }
  return schema;
}

/** Null when the field does not exist under these rules. */
function rebuildField(field: z.ZodMiniType, rules: Rules, seen: Seen): z.ZodMiniType | null {
  const meta = fieldMeta.get(field);
  if (meta?.extension !== undefined && !rules.extensions) {
    return meta.documented === undefined ? null : rebuild(meta.documented, rules, seen);
  }
  if (meta === undefined || !rules.isPromised || !(field instanceof z.ZodMiniOptional)) {
    return rebuild(field, rules, seen);
  }
  return rebuild(asMini(field._zod.def.innerType), rules, seen);
}

/** Everything in the contract is made by zod/mini; the parts are only typed as core. */
function asMini(schema: z.core.$ZodType): z.ZodMiniType {
  return schema as z.ZodMiniType;
}
