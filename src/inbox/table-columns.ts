import type { messages } from './messages.ts';

interface Column {
  readonly key: keyof typeof messages.column;
  /** Its glyphs need no heading to be seen. */
  readonly isHidden?: boolean;
  readonly isEnd?: boolean;
}

/** The columns of the table layout, in their order. */
export const TABLE_COLUMNS: readonly Column[] = [
  { key: 'status', isHidden: true },
  { key: 'number' },
  { key: 'subject' },
  { key: 'requester' },
  { key: 'channel', isHidden: true },
  { key: 'tags' },
  { key: 'priority', isHidden: true },
  { key: 'reply', isEnd: true },
  { key: 'created', isEnd: true },
];

/** One template for headings and rows, so that they stand in line without a table element. */
export const TABLE_GRID =
  'grid grid-cols-[14px_72px_minmax(200px,1fr)_minmax(96px,200px)_16px_minmax(72px,184px)_16px_112px_72px] gap-3';
