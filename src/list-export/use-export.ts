import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#src/browser/save-file.ts';
import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { ListExport, type ReadPage } from './list-export.ts';
import { messages } from './messages.ts';

/** Ten minutes: the service writes every row into one answer. */
export const FILE_TIMEOUT_MS = 600_000;
const BYTE_ORDER_MARK = '\uFEFF';

export interface ExportOrder<Row extends { readonly id: bigint }> {
  readonly readPage: (...page: [...Parameters<ReadPage<Row>>, AbortSignal]) => ReturnType<ReadPage<Row>>;
  /** The file of the rows that were read. */
  readonly fileOf: (rows: readonly Row[]) => string;
  /** The whole file as the service writes it by itself: no page is read then. */
  readonly readFile?: ((signal: AbortSignal) => Promise<string>) | undefined;
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

interface Run<Row extends { readonly id: bigint }> {
  readonly order: ExportOrder<Row>;
  readonly list: ListExport<Row>;
  readonly stop: AbortController;
}

/** An export in this tab: start, go on after a failure, stop. It ends with what uses it. */
export function useExport<Row extends { readonly id: bigint }>() {
  const [phase, setPhase] = useState<ExportPhase>({ name: 'idle' });
  const current = useRef<Run<Row> | null>(null);
  useEffect(() => () => current.current?.stop.abort(), []);

  async function go(run: Run<Row>): Promise<void> {
    const { order, list, stop } = run;
    const { rows, total } = list.state;
    setPhase({ name: 'running', loaded: rows.length, total: total === 0 ? null : total });
    try {
      const file = order.readFile === undefined ? await readRows(run, setPhase) : await wholeFile(order.readFile, stop);
      if (stop.signal.aborted) return;
      saveFile(file.text, order.fileName);
      setPhase({ name: 'done', fileName: order.fileName, ...file });
      announce(messages.done(file.rows, formatCount(file.rows)));
    } catch (error) {
      if (stop.signal.aborted) return;
      const state = list.state;
      setPhase({ name: 'failed', error, loaded: state.rows.length, total: state.total === 0 ? null : state.total });
    }
  }

  return {
    phase,
    start(order: ExportOrder<Row>): void {
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

async function readRows<Row extends { readonly id: bigint }>(
  { order, list, stop }: Run<Row>,
  onPhase: (phase: ExportPhase) => void,
): Promise<ExportFile> {
  await list.run(
    (skip, limit) => order.readPage(skip, limit, stop.signal),
    (loaded, total) => stop.signal.aborted || onPhase({ name: 'running', loaded, total }),
  );
  const { rows, moved, left } = list.state;
  return { text: order.fileOf(rows), rows: rows.length, moved, left };
}

async function wholeFile(
  readFile: (signal: AbortSignal) => Promise<string>,
  stop: AbortController,
): Promise<ExportFile> {
  const csv = await readFile(stop.signal);
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
