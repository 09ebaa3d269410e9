import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { count, flag, id, idParam, integer, intParam, keywords, skipParam, text, utc, within } from './scalars.ts';

/** Rows of a token itself: its views and its preferences. */

export const MAX_VIEW_POSITION = 1_000_000;
const position = within(0, MAX_VIEW_POSITION);
const MAX_QUERY_NAMES = 40;
const MAX_QUERY_BYTES = 32_768;
const viewQuery = z.record(text(40, 1), text(8_000)).check(
  z.refine((query) => Object.keys(query).length <= MAX_QUERY_NAMES, {
    error: `must have at most ${MAX_QUERY_NAMES} parameters`,
  }),
  z.refine((query) => new TextEncoder().encode(JSON.stringify(query)).length <= MAX_QUERY_BYTES, {
    error: `must be at most ${MAX_QUERY_BYTES} bytes of JSON`,
  }),
);
keywords.add(viewQuery, { maxProperties: MAX_QUERY_NAMES });
const columns = z
  .array(text(40, 1), { error: 'must be a list of at most 40 columns' })
  .check(z.maxLength(40, { error: 'must be a list of at most 40 columns' }));

const savedView = z.object({
  id,
  name: z.string(),
  shared: z.boolean(),
  /** The search parameters of the list's page. */
  query: z.record(z.string(), z.string()),
  columns: z.nullable(z.array(z.string())),
  position: integer,
  updated_utc: utc,
});
export type SavedView = z.output<typeof savedView>;

/** Own views and the shared ones of the site, by position. See docs/api.md, "Saved views". */
export const listSavedViews = operation({
  name: 'listSavedViews',
  resource: 'saved_views',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'saved_views',
  query: z.object({ limit: z._default(intParam(1, 200), 50), skip: z._default(skipParam, 0) }),
  body: null,
  reply: z.object({ items: z.array(savedView), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** A personal view needs only a valid token, and no session that may be shared; a shared one `tickets:write`. */
export const createSavedView = operation({
  name: 'createSavedView',
  resource: 'saved_views',
  aliases: [],
  method: 'POST',
  scope: 'any',
  keyed: false,
  extension: 'saved_views',
  query: z.object({}),
  body: z.strictObject({
    name: text(200, 1),
    shared: z.optional(flag),
    query: viewQuery,
    columns: z.optional(z.nullable(columns)),
    position: z.optional(position),
  }),
  reply: savedView,
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'conflict'],
  touches: ['saved_views'],
});

export const updateSavedView = operation({
  name: 'updateSavedView',
  resource: 'saved_views',
  aliases: [],
  method: 'PATCH',
  scope: 'any',
  keyed: false,
  extension: 'saved_views',
  query: z.object({}),
  body: z.strictObject({
    id,
    name: z.optional(text(200, 1)),
    shared: z.optional(flag),
    query: z.optional(viewQuery),
    columns: z.optional(z.nullable(columns)),
    position: z.optional(position),
  }),
  reply: savedView,
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'not_found', 'conflict'],
  touches: ['saved_views'],
});

export const deleteSavedView = operation({
  name: 'deleteSavedView',
  resource: 'saved_views',
  aliases: [],
  method: 'DELETE',
  scope: 'any',
  keyed: false,
  extension: 'saved_views',
  query: z.object({ id: idParam }),
  body: null,
  reply: z.object({ id, deleted: z.literal(true) }),
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'not_found'],
  touches: ['saved_views'],
});

const preferenceValues = z.record(z.string(), z.unknown());
const preferences = z.object({ values: preferenceValues, updated_utc: z.nullable(utc) });

/** Preferences of a person, stored with their token. See docs/api.md, "Preferences". */
export const getPreferences = operation({
  name: 'getPreferences',
  resource: 'preferences',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'preferences',
  query: z.object({}),
  body: null,
  reply: preferences,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** Merges top-level keys; null removes one. At most 32 kB are stored. */
export const updatePreferences = operation({
  name: 'updatePreferences',
  resource: 'preferences',
  aliases: [],
  method: 'PATCH',
  scope: 'any',
  keyed: false,
  extension: 'preferences',
  query: z.object({}),
  body: z.strictObject({ values: preferenceValues }),
  reply: preferences,
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope'],
  touches: ['preferences'],
});
