import type {
  createTag as CreateTag,
  deleteTag as DeleteTag,
  listTags as ListTags,
  updateTag as UpdateTag,
} from '#contract/tags.ts';
import { FEW_IDS } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { totalCount } from '#server/operation/total-count.ts';
import { changeTag, createTagRecord, mergeTag, removeTag } from './tags-change.ts';
import { countTags, findTags } from './tags.sql.ts';

/** GET tags, newest first, including tags that no ticket has any more. See docs/api.md, "Tags". */
export const listTags: Handler<typeof ListTags> = async ({ db, site, query }) => {
  const items = await findTags(db, site.id, query);
  return { items, total_count: await totalCount(items, query, () => countTags(db, site.id)) };
};

/** POST tags. @throws ApiError conflict with the tag of this name, ignoring case */
export const createTag: Handler<typeof CreateTag> = ({ db, site, body, actor, now, extensions }) =>
  db.transaction((db) => createTagRecord(db, site, body, { actor, now, extensions }), FEW_IDS);

/**
 * PATCH tags: renames or colours a tag, or merges it into another one and returns that one.
 * @throws ApiError missing_field, bad_field, not_found, or conflict with the tag of this name
 */
export const updateTag: Handler<typeof UpdateTag> = async ({ db, site, body, actor, now, extensions }) => {
  const { id, name, color, merge_into_id: mergeIntoId } = body;
  const call = { db, site, context: { actor, now, extensions } };
  if (mergeIntoId === undefined) {
    if (name === undefined && color === undefined) {
      throw new ApiError('missing_field', 'Give at least one field to change besides id');
    }
    return changeTag(call, { id, name, color });
  }
  if (name !== undefined || color !== undefined) {
    throw new ApiError(
      'bad_field',
      'merge_into_id cannot be combined with other fields: the other tag keeps its name and colour',
    );
  }
  return mergeTag(call, { id, mergeIntoId });
};

/** DELETE tags: also removes the tag from every ticket. @throws ApiError not_found */
export const deleteTag: Handler<typeof DeleteTag> = async ({ db, site, query, actor, now, extensions }) => {
  const { id } = query;
  const changed_tickets = await removeTag({ db, site, context: { actor, now, extensions } }, id);
  return { id, deleted: true, changed_tickets };
};
