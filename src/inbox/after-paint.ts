import { EmptyList, FailedList, RefreshStrip } from '#src/inbox/list/list-states.tsx';
import { NewTickets } from '#src/inbox/list/new-tickets.tsx';
import { Splitter } from '#src/inbox/list/resize-handle.tsx';
import { TableGrid } from '#src/inbox/list/table-grid.tsx';
import { FailedChange } from '#src/inbox/rows/failed-change.tsx';
import { SaveViewButton } from '#src/inbox/saved-views/save-view-button.tsx';
import { SidebarViews } from '#src/inbox/saved-views/sidebar-views.tsx';
import { Verbs } from '#src/inbox/verbs/verbs.tsx';
import { FolderFigures } from './folder-figures.tsx';
import { FolderMenu } from './folder-menu.tsx';

/** Parts that the inbox needs right after its first paint, fetched as one file once the page is idle. */
export const afterPaint = {
  EmptyList,
  FailedChange,
  FailedList,
  FolderFigures,
  FolderMenu,
  NewTickets,
  RefreshStrip,
  SaveViewButton,
  SidebarViews,
  Splitter,
  TableGrid,
  Verbs,
};
