import { TableHead } from '#src/inbox/rows/table-head.tsx';
import { TableRow } from '#src/inbox/rows/table-row.tsx';
import { ListGrid, type ListGridProps, type TableParts } from './list-grid.tsx';

const TABLE: TableParts = { Row: TableRow, Head: TableHead };

/** The list as a table with columns to choose, a ticket a line. */
export function TableGrid(props: Omit<ListGridProps, 'table'>) {
  return <ListGrid {...props} table={TABLE} />;
}
