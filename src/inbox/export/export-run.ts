import { useEffect, useRef, useState } from 'react';
import { call, callText } from '#src/api/call.ts';
import { listTickets, TICKET_COLUMNS } from '#contract/tickets.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { formatCount } from '#src/format/number.ts';
import { allFieldsCsv, visibleCsv } from './export-columns.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { exportMessages } from './export-messages.ts';
import { ListExport } from './export-rows.ts';
import type { ColumnKey } from '#src/inbox/columns/columns.ts';
import type { ListQuery } from '#src/inbox/filters/filter-params.ts';

/** Ten minutes: the service writes every row into one answer. */
const FILE_TIMEOUT_MS = 600_000;
const BYTE_ORDER_MARK = '\uFEFF';

export interface ExportOrder {
  readonly query: ListQuery;
  /** Columns on screen, or all fields. */
  readonly columns: readonly ColumnKey[] | 'all';
  /** The service writes the file of all fields by itself. */
  readonly hasWholeCsv: boolean;
  readonly zone: string;
  readonly fileName: string;
}

export type ExportPhase =
  | { readonly name: 'idle' }
  | { readonly name: 'running'; readonly loaded: number; readonly total: number | null }
  | { readonly name: 'failed'; readonly error: unknown; readonly loaded: number; readonly total: number | null }
  | {
      readonly name: 'done';
      readonly rows: number;
      readonly moved: number;
      readonly left: number;
      readonly text: string;
      readonly fileName: string;
    };

interface Run {
  readonly order: ExportOrder;
  readonly list: ListExport;
  readonly stop: AbortController;
}

/** An export in this tab: start, go on after a failure, stop. It ends with the dialog. */
export function useExport() {
  const [phase, setPhase] = useState<ExportPhase>({ name: 'idle' });
  const current = useRef<Run | null>(null);
  useEffect(() => () => current.current?.stop.abort(), []);

  async function go(run: Run): Promise<void> {
    const { order, list, stop } = run;
    const { rows, total } = list.state;
    setPhase({ name: 'running', loaded: rows.length, total: total === 0 ? null : total });
    try {
      const isOneFile = order.columns === 'all' && order.hasWholeCsv;
      const file = isOneFile ? await readFile(order, stop.signal) : await readRows(run, setPhase);
      if (stop.signal.aborted) return;
      saveFile(file.text, order.fileName);
      setPhase({ name: 'done', fileName: order.fileName, ...file });
      announce(exportMessages.done(file.rows, formatCount(file.rows)));
    } catch (error) {
      if (stop.signal.aborted) return;
      const state = list.state;
      setPhase({ name: 'failed', error, loaded: state.rows.length, total: state.total === 0 ? null : state.total });
    }
  }

  return {
    phase,
    start(order: ExportOrder): void {
      current.current = { order, list: new ListExport(), stop: new AbortController() };
      void go(current.current);
    },
    goOn(): void {
      if (current.current !== null) void go(current.current);
    },
    stop(): void {
      current.current?.stop.abort();
      current.current = null;
      setPhase({ name: 'idle' });
    },
  };
}

interface ExportFile {
  readonly text: string;
  readonly rows: number;
  readonly moved: number;
  readonly left: number;
}

async function readRows({ order, list, stop }: Run, onPhase: (phase: ExportPhase) => void): Promise<ExportFile> {
  await list.run(
    (skip, limit) =>
      call(listTickets, { query: { ...order.query, limit, skip }, priority: 'background', signal: stop.signal }),
    (loaded, total) => stop.signal.aborted || onPhase({ name: 'running', loaded, total }),
  );
  const { rows, moved, left } = list.state;
  if (order.columns !== 'all') {
    return { text: visibleCsv(order.columns, rows, order.zone), rows: rows.length, moved, left };
  }
  return { text: allFieldsCsv(TICKET_COLUMNS, rows), rows: rows.length, moved, left };
}

async function readFile({ query }: ExportOrder, signal: AbortSignal): Promise<ExportFile> {
  const csv = await callText(listTickets, {
    query: { ...query, format: 'csv', all: true },
    priority: 'background',
    timeoutMs: FILE_TIMEOUT_MS,
    signal,
  });
  return { text: BYTE_ORDER_MARK + csv, rows: countRows(csv), moved: 0, left: 0 };
}

/** Lines but the first; a line end within quotes belongs to its cell. */
function countRows(csv: string): number {
  let rows = -1;
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) rows += 1;
  }
  return Math.max(0, rows);
}
