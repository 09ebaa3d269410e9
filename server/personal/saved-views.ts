import type {
  createSavedView as CreateSavedView,
  deleteSavedView as DeleteSavedView,
  listSavedViews as ListSavedViews,
  updateSavedView as UpdateSavedView,
} from '#contract/personal.ts';
import { MAX_VIEW_POSITION } from '#contract/personal.ts';
import type { Operation } from '#contract/operation.ts';
import { recordAudit, type AuditChange, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError, insufficientScope } from '#server/operation/api-error.ts';
import type { Call, CallToken, Handler } from '#server/operation/call.ts';
import { listReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { requirePersonalWrite } from './personal-write.ts';
import {
  countSavedViews,
  deleteSavedViewRow,
  insertSavedView,
  lockSavedView,
  lockViewsOf,
  measureViews,
  readSavedViews,
  updateSavedViewRow,
  type LockedView,
  type SavedViewState,
  type Viewer,
} from './saved-views.sql.ts';

/** More would not fit a menu that a person reads. */
const MAX_VIEWS = 100;

/** GET saved_views: own and shared ones by position, then newest. See docs/api.md, "Saved views". */
export const listSavedViews: Handler<typeof ListSavedViews> = async (call) => {
  const { limit, skip } = call.query;
  const viewer = viewerOf(call);
  const items = await wholeOrStreamed(readSavedViews(call.db, viewer, { limit, skip }));
  return listReply(items, call.query, () => countSavedViews(call.db, viewer));
};

/**
 * POST saved_views.
 * @throws ApiError insufficient_scope for a shared view or a session that may be shared, conflict if the token has 100
 * views
 */
export const createSavedView: Handler<typeof CreateSavedView> = (call) => {
  const { body, token, now } = call;
  requirePersonalWrite(token);
  if (body.shared === true) requireShareScope(token);
  return call.db.transaction(async (db) => {
    const owner = viewerOf(call);
    const { end } = await requireBelowViewLimit(db, owner);
    const state: SavedViewState = {
      name: body.name.trim(),
      shared: body.shared ?? false,
      query: body.query,
      columns: body.columns ?? null,
      position: body.position ?? Math.min(end, MAX_VIEW_POSITION),
    };
    const view = await insertSavedView(db, owner, state, now);
    await audit(db, call, 'saved_view.create', view.id, [{ field: 'shared', from: null, to: view.shared }]);
    return view;
  }, FEW_IDS);
};

/**
 * PATCH saved_views. A view that is unshared becomes the caller's own, even if another token created it.
 * @throws ApiError missing_field, not_found, conflict, insufficient_scope if the view is or becomes shared or the
 * session may be shared
 */
export const updateSavedView: Handler<typeof UpdateSavedView> = (call) => {
  requirePersonalWrite(call.token);
  const { id, ...patch } = call.body;
  if (Object.values(patch).every((field) => field === undefined)) {
    throw new ApiError('missing_field', 'Give at least one field to change besides id');
  }
  return call.db.transaction(async (db) => {
    const viewer = viewerOf(call);
    const view = await lockVisibleView(db, viewer, id);
    if (view.shared || patch.shared === true) requireShareScope(call.token);
    const isTakenOver = view.shared && patch.shared === false && view.token_id !== viewer.tokenId;
    if (isTakenOver) await requireBelowViewLimit(db, viewer);
    const state: SavedViewState = {
      name: patch.name?.trim() ?? view.name,
      shared: patch.shared ?? view.shared,
      query: patch.query ?? view.query,
      columns: patch.columns === undefined ? view.columns : patch.columns,
      position: patch.position ?? view.position,
    };
    const owner = isTakenOver ? viewer : { ...viewer, tokenId: view.token_id };
    const changed = await updateSavedViewRow(db, owner, id, state, call.now);
    await audit(db, call, 'saved_view.update', id, changesOf(view, state, patch));
    return changed;
  }, FEW_IDS);
};

/**
 * DELETE saved_views.
 * @throws ApiError not_found, insufficient_scope for a shared view or a session that may be shared
 */
export const deleteSavedView: Handler<typeof DeleteSavedView> = (call) => {
  requirePersonalWrite(call.token);
  return call.db.transaction(async (db) => {
    const { id } = call.query;
    const view = await lockVisibleView(db, viewerOf(call), id);
    if (view.shared) requireShareScope(call.token);
    await deleteSavedViewRow(db, call.site.id, id);
    await audit(db, call, 'saved_view.delete', id, [{ field: 'shared', from: view.shared, to: null }]);
    return { id, deleted: true };
  }, FEW_IDS);
};

function viewerOf({ site, token }: Pick<Call<Operation>, 'site' | 'token'>): Viewer {
  return { siteId: site.id, tokenId: token.id };
}

/** Changing shared views needs the scope that changes tickets. */
function requireShareScope(token: Pick<CallToken, 'allows'>): void {
  if (!token.allows('tickets:write')) throw insufficientScope('tickets:write');
}

/** Another token's personal view is answered as missing. */
async function lockVisibleView(db: Db, viewer: Viewer, id: bigint): Promise<LockedView> {
  const view = await lockSavedView(db, viewer, id);
  if (view === undefined) throw new ApiError('not_found', 'There is no saved view with this id');
  return view;
}

async function requireBelowViewLimit(db: Db, owner: Viewer): Promise<{ readonly end: number }> {
  await lockViewsOf(db, owner);
  const { own, end } = await measureViews(db, owner);
  if (own >= MAX_VIEWS) throw new ApiError('conflict', `A token can have at most ${MAX_VIEWS} views: delete one first`);
  return { end };
}

/** User-written names stay out of the log. */
function changesOf(before: LockedView, after: SavedViewState, patch: object): AuditChange[] {
  return Object.keys(patch).map((field): AuditChange => {
    if (field === 'shared') return { field, from: before.shared, to: after.shared };
    if (field === 'position') return { field, from: before.position, to: after.position };
    return { field, from: null, to: null };
  });
}

async function audit(
  db: Db,
  { site, actor, now }: Pick<Call<Operation>, 'site' | 'actor' | 'now'>,
  action: AuditEntry['action'],
  id: bigint,
  changes: readonly AuditChange[],
): Promise<void> {
  const entry: AuditEntry = { action, objectType: 'saved_view', objectId: id.toString(), changes };
  await recordAudit(db, site, entry, { actor, now });
}
