import { createAtom, useSelector } from '@tanstack/react-store';
import type { BindCounts } from '#contract/bind-jobs.ts';
import { type BindColumn, REQUIRED_COLUMNS } from '#contract/bind-row.ts';
import type { Channel } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import type { Change, CheckSummary, FileFacts, FileProblem, FileSource, ReadOptions } from './file/file-types.ts';
import { type FileSession, openFileSession } from './file/worker-session.ts';

/** A row that the service would refuse. */
export interface Sample {
  readonly line: number | null;
  readonly reason: string;
}

/** The outcome of the dry run. */
export interface DryRun {
  readonly counts: BindCounts;
  readonly samples: readonly Sample[];
  /** With several calls, a new customer may be counted twice. */
  readonly calls: number;
}

/** The file that is open on the page. Its rows are in the worker. */
export interface OpenFile {
  readonly session: FileSession;
  readonly source: FileSource;
  readonly how: ReadOptions;
  readonly facts: FileFacts;
  readonly mapping: ReadonlyMap<BindColumn, number>;
  /** The channel of every row, if no column has it. */
  readonly channel: Channel | null;
  /** The country that rules take national numbers for. */
  readonly country: Country | null;
  /** Null until the rows are checked: while a required column is missing, and during the first check. */
  readonly summary: CheckSummary | null;
  /** From 0 to 1 while rows are checked; null otherwise. */
  readonly checked: number | null;
  /** Grows with each change of the rows. */
  readonly version: number;
  readonly dryRun: DryRun | null;
}

export type OpenProblem = FileProblem | { readonly code: 'broken'; readonly why: string };
export type FileState =
  | { readonly phase: 'none'; readonly problem: OpenProblem | null }
  | { readonly phase: 'reading'; readonly name: string; readonly share: number }
  | { readonly phase: 'open'; readonly file: OpenFile };

const NONE: FileState = { phase: 'none', problem: null };
const fileAtom = createAtom<FileState>(NONE);
/** The file that is being read. A newer file replaces it. */
let reading: { readonly session: FileSession; readonly stop: AbortController } | null = null;

export function useFileState(): FileState {
  return useSelector(fileAtom);
}

export function openFile(): OpenFile | null {
  const state = fileAtom.get();
  return state.phase === 'open' ? state.file : null;
}

/** The service reads national phones as those of the site's country. */
let siteCountry: Country | null = null;
export function setSiteCountry(country: Country | null): void {
  siteCountry = country;
}

export function closeFile(): void {
  end();
  fileAtom.set(NONE);
}

function end(): void {
  reading?.stop.abort();
  reading?.session.close();
  reading = null;
  openFile()?.session.close();
}

subscribeToSession(() => {
  if (sessionState().phase === 'out') closeFile();
});

/** Reads and checks a file. Resolves with false if it cannot be read, or another file replaced it. */
export async function readFile(source: FileSource, how: ReadOptions = {}): Promise<boolean> {
  end();
  const session = openFileSession();
  const stop = new AbortController();
  const mine = (reading = { session, stop });
  const { name } = source;
  fileAtom.set({ phase: 'reading', name, share: 0 });
  try {
    const opened = await session.call('open', [source, how], {
      signal: stop.signal,
      onProgress: (share) => {
        if (reading === mine) fileAtom.set({ phase: 'reading', name, share });
      },
    });
    if (reading !== mine) return false;
    reading = null;
    if (!opened.isOpen) {
      session.close();
      fileAtom.set({ phase: 'none', problem: opened.problem });
      return false;
    }
    const { facts } = opened;
    fileAtom.set({
      phase: 'open',
      file: {
        session,
        source,
        how,
        facts,
        mapping: facts.matches,
        channel: null,
        country: siteCountry,
        summary: null,
        checked: null,
        version: 0,
        dryRun: null,
      },
    });
    void checkRows();
    return true;
  } catch (error) {
    if (reading !== mine) return false;
    session.close();
    reading = null;
    const why = error instanceof Error ? error.message : String(error);
    fileAtom.set({ phase: 'none', problem: { code: 'broken', why } });
    return false;
  }
}

/** Reads the same file with other options. Changes of its rows are lost. */
export function readAgain(how: ReadOptions): void {
  const file = openFile();
  if (file !== null) void readFile(file.source, { ...file.how, ...how });
}

function change(session: FileSession, next: Partial<OpenFile>): void {
  fileAtom.set((state) =>
    state.phase === 'open' && state.file.session === session
      ? { phase: 'open', file: { ...state.file, ...next } }
      : state,
  );
}

type RequiredColumn = (typeof REQUIRED_COLUMNS)[number];

/** Required columns that are not matched. */
export function missingColumns({ mapping, channel }: Pick<OpenFile, 'mapping' | 'channel'>): readonly RequiredColumn[] {
  return REQUIRED_COLUMNS.filter((column) => !mapping.has(column) && !(column === 'channel' && channel !== null));
}

let check: AbortController | null = null;

/** Checks all rows. */
async function checkRows(): Promise<void> {
  const file = openFile();
  check?.abort();
  if (file === null) return;
  const { session, mapping, channel, country } = file;
  if (missingColumns(file).length > 0) return change(session, { summary: null, checked: null, dryRun: null });
  check = new AbortController();
  const { signal } = check;
  change(session, { checked: 0, dryRun: null });
  try {
    const options = {
      ...(channel === null || mapping.has('channel') ? {} : { channel }),
      siteCountry,
      country,
    };
    const onProgress = (share: number) => change(session, { checked: share });
    const summary = await session.call('map', [mapping, options], { signal, onProgress });
    noteSummary(session, summary);
  } catch (error) {
    if (!signal.aborted && openFile()?.session === session) throw error;
  }
}

function noteSummary(session: FileSession, summary: CheckSummary): void {
  // The dry run was about other rows.
  change(session, { summary, checked: null, dryRun: null, version: (openFile()?.version ?? 0) + 1 });
}

/** Matches a column of the file, or none. A column of the API is used once. */
export function mapColumn(index: number, column: BindColumn | null): void {
  const before = [...(openFile()?.mapping ?? [])];
  const mapping = new Map(before.filter(([target, from]) => from !== index && target !== column));
  if (column !== null) mapping.set(column, index);
  void remap({ mapping });
}

export function setChannel(channel: Channel | null): void {
  void remap({ channel });
}

export function setCountry(country: Country | null): void {
  void remap({ country });
}

async function remap(next: Partial<Pick<OpenFile, 'mapping' | 'channel' | 'country'>>): Promise<void> {
  const file = openFile();
  if (file === null) return;
  change(file.session, next);
  await checkRows();
}

export async function changeRows(change: Change): Promise<void> {
  const session = openFile()?.session;
  if (session !== undefined) noteSummary(session, await session.call('change', [change]));
}

export function noteDryRun(session: FileSession, dryRun: DryRun): void {
  change(session, { dryRun });
}
