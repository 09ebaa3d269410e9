import * as z from 'zod/mini';
import { writeJson } from '#contract/json.ts';
import { StreamedList } from '#server/operation/streamed-reply.ts';

/** Parses every value before it is written; null where it is written as it is. */
export interface ReplyForm {
  /** With EXTENSIONS=0: down to what the document has. */
  readonly reduce: z.ZodMiniType | null;
  /** In tests: what the row promises. */
  readonly check: ((value: unknown) => void) | null;
  /** The form of the items of a list in it. @param path of the list */
  readonly itemsAt: (path: readonly string[]) => ReplyForm;
}

/** How many items were written so far; those inside of items are not counted. */
export interface Progress {
  items: number;
}

/** The form that a reply has by its schemas. @param check with null nothing is checked */
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
 * JSON text of a value with streamed lists, piece by piece: the same text that `writeJson` gives of the whole. Every
 * plain part, and every item of a list, is checked by itself.
 */
export async function* jsonPieces(value: unknown, form: ReplyForm, progress: Progress): AsyncGenerator<string> {
  const lists = new Map<string, Found>();
  const plain = settle(takeOut(value, [], lists), form);
  if (lists.size === 0) yield writeJson(plain);
  else yield* pieces(plain, { lists, form, progress }, '');
}

/** The same in the envelope of an answer. */
export async function* envelopePieces(value: unknown, form: ReplyForm, progress: Progress): AsyncGenerator<string> {
  yield '{"ok":true,"data":';
  yield* jsonPieces(value, form, progress);
  yield '}';
}

interface Found {
  readonly path: readonly string[];
  readonly list: StreamedList<unknown>;
}

interface Writing {
  readonly lists: ReadonlyMap<string, Found>;
  readonly form: ReplyForm;
  readonly progress: Progress;
}

function settle(plain: unknown, form: ReplyForm): unknown {
  const reduced = form.reduce === null ? plain : z.parse(form.reduce, plain);
  form.check?.(reduced);
  return reduced;
}

async function* pieces(value: unknown, writing: Writing, at: string): AsyncGenerator<string> {
  const found = writing.lists.get(at);
  if (found !== undefined) {
    yield* listPieces(found, writing);
    return;
  }
  if (!isPlainObject(value) || !hasListBelow(writing.lists, at)) {
    yield writeJson(value);
    return;
  }
  let opening = '{';
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${opening}${writeJson(key)}:`;
    opening = ',';
    yield* pieces(part, writing, below(at, key));
  }
  yield opening === '{' ? '{}' : '}';
}

async function* listPieces({ path, list }: Found, { form, progress }: Writing): AsyncGenerator<string> {
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
      } else text += writeJson(settle(item, items));
    }
    if (text !== '') yield text;
  }
  yield opening === '[' ? '[]' : ']';
}

/** The value with an empty list in the place of each streamed one, which goes into `lists`. */
function takeOut(value: unknown, path: readonly string[], lists: Map<string, Found>): unknown {
  if (value instanceof StreamedList) {
    lists.set(path.reduce(below, ''), { path, list: value });
    return [];
  }
  if (!isPlainObject(value) || !hasList(value)) return value;
  const plain: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) plain[key] = takeOut(part, [...path, key], lists);
  return plain;
}

function hasList(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).some((part) => part instanceof StreamedList || hasList(part));
}

function hasListBelow(lists: ReadonlyMap<string, Found>, at: string): boolean {
  for (const path of lists.keys()) if (path.startsWith(at)) return true;
  return false;
}

/** Names of fields hold no slash. */
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
    // A field that the document does not have is not written, so nobody asks for its items.
    if (field === undefined) return z.never();
    part = field;
  }
  const list = unwrap(part);
  if (!(list instanceof z.ZodMiniArray)) throw new TypeError(`${path.join('.')} is no list by its schema`);
  const { element } = list._zod.def;
  if (!(element instanceof z.ZodMiniType)) throw new TypeError(`${path.join('.')} has items of another kind`);
  return element;
}

/** Of a union, the field of the first kind that has it. */
function fieldOf(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
  const kinds = schema instanceof z.ZodMiniUnion ? schema._zod.def.options : [schema];
  for (const kind of kinds) {
    const field = kind instanceof z.ZodMiniObject ? kind._zod.def.shape[key] : undefined;
    if (field !== undefined) return field;
  }
  return undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? unwrap(schema._zod.def.innerType)
    : schema;
}
