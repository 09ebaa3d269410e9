import { createAtom, useSelector } from '@tanstack/react-store';
import { ApiFailure } from '#src/api/api-failure.ts';
import type { BulkAnswer } from '#src/bulk-bind/file/file-types.ts';
import { noteDryRun, openFile, type OpenFile } from '#src/bulk-bind/import-store.ts';
import { sumCounts } from '#src/bulk-bind/outcome-bar.tsx';
import { Halted, lastCall, sendRows, type Wait } from './send.ts';

/** Problems that are shown: as many as one answer names. */
const MAX_SAMPLES = 20;
const TOO_LARGE = 413;

interface Trying {
  readonly phase: 'running' | 'failed';
  readonly error: unknown;
  /** Calls that were answered, of how many. */
  readonly done: number;
  readonly calls: number;
  readonly wait: Wait | null;
}

const dryRunAtom = createAtom<Trying | null>(null);
let halt: AbortController | null = null;

/** How far the dry run is, or why it failed; null where none is under way. */
export function useTrying(): Trying | null {
  return useSelector(dryRunAtom);
}

export function stopDryRun(): void {
  halt?.abort();
  halt = null;
  dryRunAtom.set(null);
}

/** Asks the service what it would do with the rows as they are, in as few calls as it takes, and changes nothing. */
export async function startDryRun(file: OpenFile, hasRows: boolean): Promise<void> {
  stopDryRun();
  const { session } = file;
  const mine = (halt = new AbortController());
  let version: number | undefined;
  const isCurrent = (): boolean => halt === mine && (version === undefined || openFile()?.version === version);
  const show = (next: Partial<Trying>): void => {
    const before = dryRunAtom.get() ?? { phase: 'running', error: null, done: 0, calls: 1, wait: null };
    if (isCurrent()) dryRunAtom.set({ ...before, ...next });
  };
  show({});
  try {
    let { parts } = await session.call('parts', ['dry']);
    // The worker answers in order: these parts include each edit whose summary has arrived by now.
    version = openFile()?.version;
    const answers: BulkAnswer[] = [];
    const samples: string[] = [];
    let ms = 0;
    for (let at = 0; at < parts.length;) {
      const part = parts[at];
      if (part === undefined) break;
      show({ done: at, calls: parts.length });
      const body = await session.call('partBody', ['dry', part.index]);
      const query = hasRows ? { dry_run: true, rows: true, line_offset: part.lineOffset } : { dry_run: true };
      try {
        const answer = await sendRows(session, 'preview', query, body, {
          halt: mine.signal,
          onWait: (wait) => show({ wait }),
        });
        answers.push(answer);
        samples.push(...answer.error_sample.map((text) => (hasRows ? text : shiftLine(text, part.lineOffset))));
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== TOO_LARGE || part.rows === 1) throw error;
        ({ parts } = await session.call('splitPart', ['dry', part.index]));
        continue;
      }
      ms += lastCall().ms;
      at += 1;
    }
    if (halt === mine) dryRunAtom.set(null);
    if (!isCurrent()) return;
    noteDryRun(session, {
      counts: sumCounts(answers),
      samples: samples.slice(0, MAX_SAMPLES),
      requestId: lastCall().requestId,
      ms,
      calls: answers.length,
    });
  } catch (error) {
    if (error instanceof Halted) return;
    if (isCurrent()) show({ phase: 'failed', error, wait: null });
    else if (halt === mine) dryRunAtom.set(null);
  }
}

const LINE = /^line (\d+):/;

/** The line of the file that a sample is about. */
export function lineOf(sample: string): number | null {
  const digits = LINE.exec(sample)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A service that knows no offset counts from the beginning of each call. */
function shiftLine(sample: string, offset: number): string {
  return sample.replace(LINE, (_whole, digits: string) => `line ${Number(digits) + offset}:`);
}
