import * as z from 'zod/mini';
import { writeJson } from '#contract/json.ts';
import { StreamedList } from '#server/operation/streamed-reply.ts';

/** How the values of a reply are parsed before they are written; null for no parsing. */
export interface ReplyForm {
  /** With EXTENSIONS=0: strips fields that the API document does not have. */
  readonly reduce: z.ZodMiniType | null;
  /** In tests: checks the value against the contract. */
  readonly check: ((value: unknown) => void) | null;
  /** The form of the items of the list at `path`. */
  readonly itemsAt: (path: readonly string[]) => ReplyForm;
}

/** Counts the items written so far, without nested ones. */
export interface Progress {
  items: number;
}

/** @param reduce null to keep all fields. @param exact null to skip the check. @param fail is called if the check fails. */
export function replyForm(
  reduce: z.ZodMiniType | null,
  exact: z.ZodMiniType | null,
  fail: (error: z.core.$ZodError) => never,
): ReplyForm {
  return {
    reduce,
    check: exact === null ? null : (value) => check(exact, value, fail),
    itemsAt: (path) =>
      replyForm(reduce === null ? null : elementAt(reduce, path), exact === null ? null : elementAt(exact, path), fail),
  };
}

/**
 * Yields the JSON of a value with streamed lists in pieces; together they equal the result of `writeJson`. Checks the plain
 * part and each item of a list separately.
 */
export async function* jsonPieces(value: unknown, form: ReplyForm, progress: Progress): AsyncGenerator<string> {
  const lists = new Map<string, FoundList>();
  const plain = reduceAndCheck(extractLists(value, [], lists), form);
  if (lists.size === 0) yield writeJson(plain);
  else yield* pieces(plain, { lists, form, progress }, '');
}

/** As `jsonPieces`, inside the API's envelope. */
export async function* envelopePieces(value: unknown, form: ReplyForm, progress: Progress): AsyncGenerator<string> {
  yield '{"ok":true,"data":';
  yield* jsonPieces(value, form, progress);
  yield '}';
}

interface FoundList {
  readonly path: readonly string[];
  readonly list: StreamedList<unknown>;
}

interface WriteContext {
  readonly lists: ReadonlyMap<string, FoundList>;
  readonly form: ReplyForm;
  readonly progress: Progress;
}

function reduceAndCheck(plain: unknown, form: ReplyForm): unknown {
  const reduced = form.reduce === null ? plain : z.parse(form.reduce, plain);
  form.check?.(reduced);
  return reduced;
}

async function* pieces(value: unknown, context: WriteContext, at: string): AsyncGenerator<string> {
  const found = context.lists.get(at);
  if (found !== undefined) {
    yield* listPieces(found, context);
    return;
  }
  if (!isPlainObject(value) || !hasListBelow(context.lists, at)) {
    yield writeJson(value);
    return;
  }
  let opening = '{';
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${opening}${writeJson(key)}:`;
    opening = ',';
    yield* pieces(part, context, below(at, key));
  }
  yield opening === '{' ? '{}' : '}';
}

async function* listPieces({ path, list }: FoundList, { form, progress }: WriteContext): AsyncGenerator<string> {
  const items = form.itemsAt(path);
  let opening = '[';
  for await (const batch of list.batches) {
    let text = '';
    for (const item of batch) {
      progress.items += 1;
      text += opening;
      opening = ',';
      if (hasList(item)) {
        yield text;
        text = '';
        yield* jsonPieces(item, items, { items: 0 });
      } else text += writeJson(reduceAndCheck(item, items));
    }
    if (text !== '') yield text;
  }
  yield opening === '[' ? '[]' : ']';
}

/** Replaces each streamed list by an empty one and adds it to `lists`. */
function extractLists(value: unknown, path: readonly string[], lists: Map<string, FoundList>): unknown {
  if (value instanceof StreamedList) {
    lists.set(path.reduce(below, ''), { path, list: value });
    return [];
  }
  if (!isPlainObject(value) || !hasList(value)) return value;
  const plain: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) plain[key] = extractLists(part, [...path, key], lists);
  return plain;
}

function hasList(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).some((part) => part instanceof StreamedList || hasList(part));
}

function hasListBelow(lists: ReadonlyMap<string, FoundList>, at: string): boolean {
  for (const path of lists.keys()) if (path.startsWith(at)) return true;
  return false;
}

/** Unambiguous, since names of fields contain no slash. */
function below(at: string, key: string): string {
  return `${at}/${key}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function check(exact: z.ZodMiniType, value: unknown, fail: (error: z.core.$ZodError) => never): void {
  const parsed = z.safeParse(exact, value);
  if (!parsed.success) fail(parsed.error);
}

/** The schema of the items of the list at this path. */
function elementAt(schema: z.ZodMiniType, path: readonly string[]): z.ZodMiniType {
  let part: z.core.$ZodType = schema;
  for (const key of path) {
    const field = fieldOf(unwrap(part), key);
    // Fields that the API document does not have are not written, so this schema is never used.
    if (field === undefined) return z.never();
    part = field;
  }
  const list = unwrap(part);
  if (!(list instanceof z.ZodMiniArray)) throw new TypeError(`${path.join('.')} is no list by its schema`);
  const { element } = list._zod.def;
  if (!(element instanceof z.ZodMiniType)) throw new TypeError(`${path.join('.')} has items of another kind`);
  return element;
}

/** The schema of a field; in a union that of the first option that has it. */
function fieldOf(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
  const options = schema instanceof z.ZodMiniUnion ? schema._zod.def.options : [schema];
  for (const option of options) {
    const field = option instanceof z.ZodMiniObject ? option._zod.def.shape[key] : undefined;
    if (field !== undefined) return field;
  }
  return undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? unwrap(schema._zod.def.innerType)
    : schema;
}
