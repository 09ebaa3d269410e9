import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#src/browser/save-file.ts';
import { type ListFile, ListReader, type ListRow, type Written, writtenFile } from './list-file.ts';

interface Progress {
  readonly loaded: number;
  /** Null until it is known. */
  readonly total: number | null;
}

export type ExportPhase =
  | { readonly name: 'idle' }
  | ({ readonly name: 'running' } & Progress)
  | ({ readonly name: 'failed'; readonly error: unknown } & Progress)
  | ({ readonly name: 'done'; readonly fileName: string } & Written);

interface Run<Row extends ListRow> {
  readonly file: ListFile<Row>;
  readonly reader: ListReader<Row> | null;
  readonly stop: AbortController;
}

/** Downloads a list: start, continue after a failure, stop. It ends with the component. */
export function useExport<Row extends ListRow>() {
  const [phase, setPhase] = useState<ExportPhase>({ name: 'idle' });
  const current = useRef<Run<Row> | null>(null);
  useEffect(() => () => current.current?.stop.abort(), []);

  async function run({ file, reader, stop: { signal } }: Run<Row>): Promise<void> {
    const progress = (): Progress => reader?.progress ?? { loaded: 0, total: null };
    const showProgress = () => signal.aborted || setPhase({ name: 'running', ...progress() });
    showProgress();
    try {
      const written = await write(file, reader, signal, showProgress);
      if (signal.aborted) return;
      saveFile(written.text, file.fileName);
      setPhase({ name: 'done', fileName: file.fileName, ...written });
    } catch (error) {
      if (!signal.aborted) setPhase({ name: 'failed', error, ...progress() });
    }
  }
  return {
    phase,
    start(file: ListFile<Row>): void {
      const { readPage, readFile, maxRows } = file;
      const reader = readFile !== undefined || readPage === undefined ? null : new ListReader(readPage, maxRows);
      current.current = { file, reader, stop: new AbortController() };
      void run(current.current);
    },
    resume(): void {
      if (current.current !== null) void run(current.current);
    },
    stop(): void {
      current.current?.stop.abort();
      current.current = null;
      setPhase({ name: 'idle' });
    },
  };
}

async function write<Row extends ListRow>(
  { readFile, fileOf }: ListFile<Row>,
  reader: ListReader<Row> | null,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<Written> {
  if (readFile !== undefined) return writtenFile(await readFile(signal));
  if (reader === null || fileOf === undefined) throw new Error('Nothing reads the rows of the file');
  await reader.run(signal, onProgress);
  const { rows } = reader;
  return { text: fileOf(rows), rows: rows.length, total: reader.total ?? rows.length };
}
