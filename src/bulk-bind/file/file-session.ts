import type { BindColumn } from '#contract/bind-row.ts';
import type { Country } from '#contract/dialling.ts';
import type {
  Change,
  FileCalls,
  FileMethod,
  FileSource,
  JobOptions,
  MapOptions,
  PartKind,
  ProblemKind,
  ReadOptions,
  ResultWords,
  RowOutcome,
  RowWindow,
  RuleId,
  RunKind,
} from './file-types.ts';
import type { FileAnswer, FileRequest } from './worker-messages.ts';
// oxlint-disable-next-line import/default -- the bundler makes the module
import workerUrl from './file-worker.ts?worker&url';

type Answered<Method extends FileMethod> = Promise<FileCalls[Method]['result']>;

/**
 * One file in a worker of its own. The page gets windows of rows and never all of them; nothing of the file leaves the
 * browser but what the page sends of `partBody`. Calls are answered in the order in which they were made.
 */
export interface FileSession {
  /** Reads a file whole. What was open before, and its changes, are forgotten. */
  open(source: FileSource, how?: ReadOptions, job?: JobOptions): Answered<'open'>;
  /** Checks all rows, with columns of the file (from 0) for those of the API. Changes are kept if columns stay. */
  map(mapping: ReadonlyMap<BindColumn, number>, options?: MapOptions, job?: JobOptions): Answered<'map'>;
  rows(window: RowWindow): Answered<'rows'>;
  edit(row: number, column: BindColumn, text: string): Answered<'change'>;
  applyRule(rule: RuleId): Answered<'change'>;
  /** Rows by their index, or all with a problem. They are not sent, and are in the file of errors. */
  skip(rows: readonly number[] | ProblemKind): Answered<'change'>;
  /** Rows that were skipped are sent after all. */
  take(rows: readonly number[]): Answered<'change'>;
  /** The country that rules take national numbers for. */
  setCountry(country: Country | null): Answered<'setCountry'>;
  undo(): Answered<'undo'>;
  redo(): Answered<'redo'>;
  /** What was done, for `MapOptions.changes` after a reload. */
  changes(): Answered<'changes'>;
  /** Whether the file on disk is still what was read. What is sent is what was read, whatever happened to it. */
  source(): Answered<'source'>;
  parts(): Answered<'parts'>;
  /** Makes two of a part that was answered with 413; later parts move up. */
  splitPart(index: number): Answered<'splitPart'>;
  partBody(index: number): Answered<'partBody'>;
  /** As few calls as the limits allow: 16 MiB, and 100,000 rows that are answered one by one. */
  dryRunParts(): Answered<'parts'>;
  splitDryRunPart(index: number): Answered<'splitPart'>;
  dryRunBody(index: number): Answered<'partBody'>;
  /** Outcomes as they come, of any part; their lines are those of the whole file as it is sent. */
  note(run: RunKind, outcomes: readonly RowOutcome[]): Answered<'note'>;
  /**
   * The same of an answer as it came, of which the page gets all but the rows: to read ten thousand of them would hold
   * up what is typed there. It rejects where the text is no answer.
   */
  noteAnswer(run: RunKind, text: string): Answered<'noteAnswer'>;
  /** The line of the file of a row, by its line in what is sent, as the service names it. */
  lineOf(sentLine: number): Answered<'lineOf'>;
  compare(): Answered<'compare'>;
  /** The columns of the file and the rows that are sent, as they are now. */
  fixedCopy(): Answered<'fixedCopy'>;
  /** The columns of the file and what became of each row. */
  resultFile(words: ResultWords): Answered<'resultFile'>;
  /** The rows that failed, were skipped or could not be read, under the header of the file: to mend and send again. */
  errorFile(): Answered<'errorFile'>;
  close(): void;
}

/** Ends with `close()`; every call that waits then rejects with an AbortError. */
export function openFileSession(): FileSession {
  const worker = startWorker();
  const waiting = new Set<(error: unknown) => void>();
  /** Why no call is answered any more. */
  let ended: unknown = null;
  const endAll = (error: unknown): void => {
    ended ??= error;
    for (const end of waiting) end(error);
    waiting.clear();
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    endAll(new Error(event.message === '' ? 'The worker could not be started' : event.message));
  });

  function call<Method extends FileMethod>(
    method: Method,
    args: FileCalls[Method]['args'],
    { onProgress, signal }: JobOptions = {},
  ): Answered<Method> {
    return new Promise((resolve, reject) => {
      const { port1: port, port2 } = new MessageChannel();
      const end = (error: unknown): void => {
        port.close();
        waiting.delete(end);
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      if (ended !== null) return end(ended);
      waiting.add(end);
      signal?.addEventListener('abort', () => port.postMessage('cancel'), { once: true });
      port.addEventListener('message', ({ data }: MessageEvent<FileAnswer<Method>>) => {
        if (data.is === 'progress') return onProgress?.(data.share);
        if (data.is === 'failed') return end(data.error);
        port.close();
        waiting.delete(end);
        resolve(data.result);
      });
      port.start();
      const request: FileRequest<Method> = { method, args };
      worker.postMessage(request, [port2]);
      if (signal?.aborted === true) port.postMessage('cancel');
    });
  }

  const change = (made: Change) => call('change', [made]);
  const parts = (kind: PartKind) => call('parts', [kind]);
  const body = (kind: PartKind, index: number) => call('partBody', [kind, index]);
  let country: Country | null = null;
  return {
    open: (source, how = {}, job = {}) => call('open', [source, how], job),
    map(mapping, options = {}, job = {}) {
      country = options.country ?? options.siteCountry ?? null;
      return call('map', [mapping, options], job);
    },
    rows: (window) => call('rows', [window]),
    edit: (row, column, text) => change({ do: 'edit', row, column, text }),
    applyRule: (rule) => change({ do: 'rule', rule, country }),
    skip: (rows) => change(typeof rows === 'string' ? { do: 'skip_kind', kind: rows } : { do: 'skip', rows }),
    take: (rows) => change({ do: 'take', rows }),
    setCountry(chosen) {
      country = chosen;
      return call('setCountry', [chosen]);
    },
    undo: () => call('undo', []),
    redo: () => call('redo', []),
    changes: () => call('changes', []),
    source: () => call('source', []),
    parts: () => parts('run'),
    splitPart: (index) => call('splitPart', ['run', index]),
    partBody: (index) => body('run', index),
    dryRunParts: () => parts('dry'),
    splitDryRunPart: (index) => call('splitPart', ['dry', index]),
    dryRunBody: (index) => body('dry', index),
    note: (run, outcomes) => call('note', [run, outcomes]),
    noteAnswer: (run, text) => call('noteAnswer', [run, text]),
    lineOf: (sentLine) => call('lineOf', [sentLine]),
    compare: () => call('compare', []),
    fixedCopy: () => call('fixedCopy', []),
    resultFile: (words) => call('resultFile', [words]),
    errorFile: () => call('errorFile', []),
    close() {
      worker.terminate();
      endAll(new DOMException('The file was closed', 'AbortError'));
    },
  };
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}
declare global {
  interface Window {
    /** Absent in browsers that do not know it. */
    readonly trustedTypes?: {
      createPolicy(name: 'sc-worker', rules: ScriptPolicy): ScriptPolicy;
    };
  }
}

let policy: ScriptPolicy | null = null;

/** The Content-Security-Policy lets this one policy name a script, and this one script is what it names. */
function startWorker(): Worker {
  const own: ScriptPolicy = { createScriptURL: () => workerUrl };
  policy ??= window.trustedTypes?.createPolicy('sc-worker', own) ?? own;
  return new Worker(policy.createScriptURL(workerUrl), { type: 'module', name: 'bulk-bind' });
}
