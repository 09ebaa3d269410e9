import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/describe-failure.ts';
import { offerUndo } from '#src/ticket-changes/undo.ts';
import { announce } from '#src/ui/announce.ts';
import { toast } from '#src/ui/toast-store.ts';
import { messages } from './views-messages.ts';
import { moveView, type SavedListView } from './views-model.ts';
import { createView, deleteView, placeViews } from './views-store.ts';

/** A failed write in one line. */
export function whyNot(error: unknown): string {
  if (error instanceof ApiFailure && (error.kind === 'bad_request' || error.kind === 'conflict')) return error.message;
  const { title, text } = describeFailure(error);
  return messages.error(title, text);
}

/** Says that a write failed, where no form stands open to say it. */
export function tellFailure(name: string, error: unknown): void {
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  toast({ kind: 'error', text: messages.failed(name, whyNot(error)), requestId });
}

/** Deletes a view, with a way back for a while. @param onGone runs when it is gone */
export async function removeView(view: SavedListView, onGone: () => void): Promise<void> {
  try {
    await deleteView(view.id);
  } catch (error) {
    return tellFailure(view.name, error);
  }
  onGone();
  offerUndo({
    text: messages.removed(view.name),
    undo: async () => {
      try {
        const { id: _id, ...draft } = view;
        await createView(draft);
        announce(messages.back(view.name));
      } catch (error) {
        tellFailure(view.name, error);
      }
    },
  });
}

/** Puts a view in another place. @param canShare whether the token may move what all see */
export async function place(
  views: readonly SavedListView[],
  view: SavedListView,
  to: number,
  canShare: boolean,
): Promise<void> {
  const moved = moveView(views, view.id, to);
  if (moved.changed.length === 0) return;
  if (!canShare && moved.changed.some(({ shared }) => shared)) {
    toast({ kind: 'info', text: messages.sharedPlace });
    return;
  }
  announce(messages.moved(view.name, to + 1, views.length));
  try {
    await placeViews(moved.views, moved.changed);
  } catch (error) {
    tellFailure(view.name, error);
  }
}
