import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#src/browser/save-file.ts';
import type { ListFile, ListRow } from './list-file.ts';
import type { ListExport, Written } from './read-list.ts';

export type ExportPhase =
  | { readonly name: 'idle' }
  | { readonly name: 'running'; readonly loaded: number; readonly total: number | null }
  | { readonly name: 'failed'; readonly error: unknown; readonly loaded: number; readonly total: number | null }
  | ({ readonly name: 'done'; readonly fileName: string } & Written);

interface Run<Row extends ListRow> {
  readonly file: ListFile<Row>;
  readonly stop: AbortController;
  /** Null until the code that reads is there: it comes with the press. */
  list: ListExport<Row> | null;
}

/** The export of one list in this tab: begin, go on after a failure, stop. It ends with the component. */
export function useExport<Row extends ListRow>() {
  const [phase, setPhase] = useState<ExportPhase>({ name: 'idle' });
  const current = useRef<Run<Row> | null>(null);
  useEffect(() => () => current.current?.stop.abort(), []);

  async function go(run: Run<Row>): Promise<void> {
    const { file, stop } = run;
    const progress = () => {
      if (run.list === null) return { loaded: 0, total: null };
      const { rows, total } = run.list.state;
      const wanted = Math.min(total, file.maxRows ?? total);
      return { loaded: Math.min(rows.length, wanted), total: total === 0 ? null : wanted };
    };
    setPhase({ name: 'running', ...progress() });
    try {
      const reading = await import('./read-list.ts');
      run.list ??= new reading.ListExport<Row>(file.maxRows);
      const written =
        file.readFile === undefined
          ? await reading.readRows(
              { file, list: run.list, signal: stop.signal },
              () => stop.signal.aborted || setPhase({ name: 'running', ...progress() }),
            )
          : await reading.readWhole(file.readFile, stop.signal);
      if (stop.signal.aborted) return;
      saveFile(written.text, file.fileName);
      setPhase({ name: 'done', fileName: file.fileName, ...written });
    } catch (error) {
      if (!stop.signal.aborted) setPhase({ name: 'failed', error, ...progress() });
    }
  }

  return {
    phase,
    begin(file: ListFile<Row>): void {
      current.current = { file, list: null, stop: new AbortController() };
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
