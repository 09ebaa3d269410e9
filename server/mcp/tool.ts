import * as z from 'zod/mini';
import type { Scope } from '#contract/operation.ts';
import { MAX_ID } from '#contract/scalars.ts';
import { FieldErrors, fieldError } from '#server/operation/field-errors.ts';
import type { Operations } from './operations.ts';
import { personalData, type PersonalData } from './personal-data.ts';

/** The context of an agent is small: no list is longer. */
export const MOST_ROWS = 25;
/** Characters of a message; of a subject, a preview or a title. */
export const MESSAGE_CHARACTERS = 1_500;
export const LINE_CHARACTERS = 300;

interface ToolText {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Results contain text by customers or other people outside. */
  readonly hasOutsideText: boolean;
}

/** A tool as the server lists and calls it. */
export interface Tool extends ToolText {
  /** The scope that a writing tool needs; null if it only reads. */
  readonly scope: Scope | null;
  readonly inputSchema: JsonObject;
  /** @throws ApiError for wrong arguments, and as the operations do */
  call(operations: Operations, args: unknown): Promise<Record<string, unknown>>;
}

/** A JSON schema of an object, in the form that the protocol wants. */
type JsonObject = { readonly [key: string]: unknown; readonly type: 'object' };

interface Definition<Input extends z.ZodMiniObject, Output extends z.ZodMiniObject> extends ToolText {
  readonly scope?: Scope;
  readonly input: Input;
  /** The result that an agent gets; fields that are not here are left out. Not listed: results are text that explains itself. */
  readonly output: Output;
  run(operations: Operations, args: z.output<Input>, show: PersonalData): Promise<object>;
}

export function defineTool<Input extends z.ZodMiniObject, Output extends z.ZodMiniObject>({
  scope,
  input,
  output,
  run,
  ...text
}: Definition<Input, Output>): Tool {
  return {
    ...text,
    scope: scope ?? null,
    inputSchema: jsonSchema(input),
    async call(operations, args) {
      const parsed = z.safeParse(input, args);
      if (!parsed.success) {
        const errors = new FieldErrors();
        errors.addIssues(parsed.error.issues, '', args);
        throw errors.toError();
      }
      const show = personalData(asksForPersonalData(parsed.data));
      return z.parse(output, plain(await run(operations, parsed.data, show)));
    },
  };
}

/** Leaves out the dialect, which is the protocol's, and bounds that say little: every agent reads all schemas. */
function jsonSchema(schema: z.ZodMiniObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minLength === 1) delete part.minLength;
      if (part.minItems === 1) delete part.minItems;
      // An argument that is not there is refused by name.
      if (part.additionalProperties === false) delete part.additionalProperties;
      // The pattern of a day is long: it knows leap years.
      if (part.format === 'date') delete part.pattern;
    },
  });
  return { ...rest, type: 'object' };
}

function asksForPersonalData(args: object): boolean {
  return 'include_personal_data' in args && args.include_personal_data === true;
}

/** Ids as numbers: those of this service are below 2^53. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

// Parts of inputs. The operations check what they get once more, by the rules of their rows.

/** An id of an argument. */
export function idArgument(description: string) {
  const error = `must be an integer from 1 to ${MAX_ID}`;
  return z.int({ error }).check(z.minimum(1, { error }), z.describe(description));
}

export function textArgument(description: string, most: number) {
  const error = `must be text of 1 to ${most} characters`;
  return z.string({ error }).check(z.minLength(1, { error }), z.maxLength(most, { error }), z.describe(description));
}

export function wholeArgument(min: number, max: number) {
  const error = `must be an integer from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
}

/** One or several of these; `csv` writes them as a parameter. */
export function listArgument<const Values extends readonly [string, ...string[]]>(description: string, values: Values) {
  const error = `must be a list of ${values.join(', ')}`;
  return z.optional(
    z.array(z.enum(values, { error }), { error }).check(z.minLength(1, { error }), z.describe(description)),
  );
}

export function csv(values: readonly string[] | undefined): string | undefined {
  return values?.join(',');
}

export const INSTANT = 'ISO 8601 with a zone, such as 2026-11-20T00:00:00Z';

/** A day of a report. */
export function dayArgument(description: string) {
  return z.optional(
    z.iso.date({ error: 'must be a day without a time, such as 2026-11-20' }).check(z.describe(description)),
  );
}

/**
 * Refuses an empty window, whose answer would look like there is nothing. Ends that are no times are left to the operation.
 * @throws ApiError bad_field
 */
export function checkOrder(fromName: string, from: string | undefined, toName: string, to: string | undefined): void {
  if (from === undefined || to === undefined || !(Date.parse(from) >= Date.parse(to))) return;
  throw fieldError(fromName, `must be before ${toName}, which is not included`);
}

/** Arguments of a list. */
export const PAGE = {
  limit: z._default(wholeArgument(1, MOST_ROWS), 10),
  skip: z._default(wholeArgument(0, 1_000_000), 0),
};

export const PERSONAL = {
  include_personal_data: z._default(
    z.boolean({ error: 'must be true or false' }).check(z.describe('Unmasks customers. Only if the user asked for it')),
    false,
  ),
};

// Parts of outputs.

export const maybe = z.nullable(z.string());
export const maybeId = z.nullable(z.int());

/** The highest counts: channels and agents can be many. */
export function largestCounts(all: Readonly<Record<string, number>>): Record<string, number> {
  const sorted = Object.entries(all).toSorted(([, a], [, b]) => b - a);
  return Object.fromEntries(sorted.slice(0, MOST_ROWS));
}
