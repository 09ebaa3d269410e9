import type { Column, ColumnKey } from './columns.ts';

interface ColumnLayout {
  /** Its part of the grid while nobody dragged it. */
  readonly track: string;
  /** px; the least that a drag leaves of it. */
  readonly min: number;
  /** Its glyphs need no heading to be seen, and no other width. */
  readonly isGlyph?: boolean;
  readonly isEnd?: boolean;
  /** Only a service with the extension `agents` answers it. */
  readonly needsAgents?: boolean;
}

export const COLUMN_LAYOUT: Readonly<Record<ColumnKey, ColumnLayout>> = {
  status: { track: '14px', min: 14, isGlyph: true },
  number: { track: '72px', min: 56 },
  subject: { track: 'minmax(200px,1fr)', min: 120 },
  requester: { track: 'minmax(96px,200px)', min: 64 },
  email: { track: 'minmax(160px,220px)', min: 64 },
  phone: { track: 'minmax(104px,144px)', min: 64 },
  channel: { track: '16px', min: 16, isGlyph: true },
  tags: { track: 'minmax(72px,184px)', min: 56 },
  priority: { track: '16px', min: 16, isGlyph: true },
  assignee: { track: 'minmax(112px,144px)', min: 56, needsAgents: true },
  reply: { track: '112px', min: 80, isEnd: true },
  created: { track: '72px', min: 48, isEnd: true },
  updated: { track: '72px', min: 48, isEnd: true, needsAgents: true },
  resolved: { track: '72px', min: 48, isEnd: true },
  snoozed: { track: '168px', min: 96, isEnd: true, needsAgents: true },
  message: { track: 'minmax(200px,1fr)', min: 96, needsAgents: true },
};

/** Between two columns. */
export const COLUMN_GAP_PX = 12;
const PADDING = 32;

/** One template for headings and rows, so that they stand in line without a table element. */
export const TABLE_GRID = 'grid [grid-template-columns:var(--table-columns)] gap-3';

export function templateOf(columns: readonly Column[]): string {
  return columns.map(({ key, width }) => (width === null ? COLUMN_LAYOUT[key].track : `${width}px`)).join(' ');
}

/** px that a row takes at least; a narrower list scrolls sideways. */
export function leastWidthOf(columns: readonly Column[]): number {
  const tracks = columns.reduce((sum, { key, width }) => sum + (width ?? leastOf(COLUMN_LAYOUT[key].track)), 0);
  return tracks + COLUMN_GAP_PX * (columns.length - 1) + PADDING;
}

function leastOf(track: string): number {
  return Number(/[0-9]+/.exec(track)?.[0] ?? 0);
}
