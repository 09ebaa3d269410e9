import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { choiceOfNumbers, count, id, idParam, integer, intParam, skipParam, text, utc } from './scalars.ts';

/** Numbers of the palette's six colours; they decorate, the name is what counts. */
export const TAG_COLORS = [1, 2, 3, 4, 5, 6] as const;
const color = choiceOfNumbers(TAG_COLORS);
const name = text(60, 1).check(z.regex(/^[^,]*$/, { error: 'must not contain a comma' }));

const tag = z.object({
  id,
  name: z.string(),
  color: z.nullable(integer),
  ticket_count: count,
  created_utc: utc,
});
export type TagRecord = z.output<typeof tag>;

/** See docs/api.md, "Tags". */
export const listTags = operation({
  name: 'listTags',
  resource: 'tags',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({ limit: z._default(intParam(1, 200), 50), skip: z._default(skipParam, 0) }),
  body: null,
  reply: z.object({ items: z.array(tag), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

export const createTag = operation({
  name: 'createTag',
  resource: 'tags',
  aliases: [],
  method: 'POST',
  scope: 'tags:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: z.strictObject({ name, color: z.optional(z.nullable(color)) }),
  reply: tag,
  shape: 'envelope',
  csv: null,
  errors: ['conflict'],
  touches: ['tags'],
});

/** Renames or colours a tag, or moves its tickets to another one and removes it. */
export const updateTag = operation({
  name: 'updateTag',
  resource: 'tags',
  aliases: [],
  method: 'PATCH',
  scope: 'tags:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    id,
    name: z.optional(name),
    color: z.optional(z.nullable(color)),
    merge_into_id: z.optional(id),
  }),
  reply: z.extend(tag, { changed_tickets: count }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found', 'conflict'],
  touches: ['tags', 'tickets', 'ticket'],
});

export const deleteTag = operation({
  name: 'deleteTag',
  resource: 'tags',
  aliases: [],
  method: 'DELETE',
  scope: 'tags:write',
  keyed: false,
  extension: null,
  query: z.object({ id: idParam }),
  body: null,
  reply: z.object({ id, deleted: z.literal(true), changed_tickets: count }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: ['tags', 'tickets', 'ticket'],
});
