import { readColumns, useColumns, writeColumns } from '#src/inbox/columns/columns.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './views-messages.ts';
import { hasDrifted, viewPart, type ListView } from './saved-view.ts';
import type { Views } from './use-saved-views.ts';
import { toastFailure, updateView } from './write-views.ts';

/** Which view the list in sight was opened from and is no longer. @param current the list in sight, null on another page */
export function useChangedView(views: readonly ListView[], current: InboxSearch | null): ListView | undefined {
  // The columns are looked at again when somebody changed them.
  useColumns();
  const active = current?.view === undefined ? undefined : views.find(({ id }) => id === current.view);
  return active !== undefined && current !== null && hasDrifted(active, current, readColumns()) ? active : undefined;
}

/** What a view holds of the list in sight. */
export function holding(search: InboxSearch): Pick<ListView, 'query' | 'columns'> {
  return { query: viewPart(search), columns: search.layout === 'table' ? readColumns() : null };
}

/** The view becomes the list in sight. */
export async function saveChanges(known: Views, view: ListView, search: InboxSearch): Promise<void> {
  try {
    await updateView(known, view.id, holding(search), toastFailure(view.name));
    toast({ kind: 'done', text: messages.saved(view.name) });
  } catch {
    // A toast has said it.
  }
}

/** The columns of the table as the view has them. */
export function takeColumns(view: ListView): void {
  if (view.columns !== null) writeColumns(view.columns);
}
