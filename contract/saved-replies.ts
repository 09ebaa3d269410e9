import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { count, id, idParam, integer, intParam, skipParam, text, utc } from './scalars.ts';
import { searchParam } from './session-fields.ts';

export const MAX_REPLY_TITLE = 120;
export const MAX_REPLY_BODY = 20_000;

const savedReply = z.object({
  id,
  title: z.string(),
  /** May have fields of the customer, such as `{{customer.name}}`: docs/api.md, "Saved replies". */
  body: z.string(),
  used_count: count,
  created_utc: utc,
  updated_utc: utc,
  author: z.string(),
  version: integer,
});
export type SavedReply = z.output<typeof savedReply>;

const ROW = {
  resource: 'saved_replies',
  aliases: [],
  extension: 'saved_replies',
  shape: 'envelope',
  csv: null,
} as const;
const TOUCHES = ['saved_replies', 'draft_sources'] as const;

/** Most used first, then by title; with `q` only those whose title or body has all its words. See docs/api.md, "Saved replies". */
export const listSavedReplies = operation({
  ...ROW,
  name: 'listSavedReplies',
  method: 'GET',
  scope: 'any',
  keyed: false,
  query: z.object({
    q: z.optional(searchParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(savedReply), total_count: count }),
  errors: [],
  touches: [],
});

export const createSavedReply = operation({
  ...ROW,
  name: 'createSavedReply',
  method: 'POST',
  scope: 'tickets:write',
  keyed: true,
  query: z.object({}),
  body: z.strictObject({ title: text(MAX_REPLY_TITLE, 1), body: text(MAX_REPLY_BODY, 1) }),
  reply: savedReply,
  errors: ['conflict'],
  touches: TOUCHES,
});

export const updateSavedReply = operation({
  ...ROW,
  name: 'updateSavedReply',
  method: 'PATCH',
  scope: 'tickets:write',
  keyed: false,
  query: z.object({}),
  body: z.strictObject({
    id,
    title: z.optional(text(MAX_REPLY_TITLE, 1)),
    body: z.optional(text(MAX_REPLY_BODY, 1)),
    version: z.optional(integer),
  }),
  reply: savedReply,
  errors: ['not_found', 'conflict'],
  touches: TOUCHES,
});

export const deleteSavedReply = operation({
  ...ROW,
  name: 'deleteSavedReply',
  method: 'DELETE',
  scope: 'tickets:write',
  keyed: false,
  query: z.object({ id: idParam }),
  body: null,
  reply: z.object({ id, deleted: z.literal(true) }),
  errors: ['not_found'],
  touches: TOUCHES,
});

const draftSource = z.object({
  kind: z.enum(['saved_reply', 'article']),
  id,
  title: z.string(),
  /** The part that matches best, at most 1,500 characters. */
  excerpt: z.string(),
});
export type DraftSource = z.output<typeof draftSource>;

/** Saved replies and imported articles that are about the same as a comment, the nearest first. See docs/api.md, "Saved replies". */
export const listDraftSources = operation({
  ...ROW,
  resource: 'draft_sources',
  name: 'listDraftSources',
  method: 'GET',
  scope: 'any',
  keyed: false,
  query: z.object({ comment_id: idParam, limit: z._default(intParam(1, 10), 3) }),
  body: null,
  reply: z.object({ items: z.array(draftSource) }),
  errors: ['not_found'],
  touches: [],
});
