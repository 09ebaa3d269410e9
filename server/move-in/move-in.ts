import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { StartFailure } from '#server/db/errors.ts';
import { customerStore } from '#server/imports/customer-store.ts';
import { checkRows, importRows, type ImportCounts, type ImportLine } from '#server/imports/import-lines.ts';
import { Progress } from '#server/imports/progress.ts';
import type { CheckedStore, RowOutcome } from '#server/imports/row-store.ts';
import type { LeftOutRow } from '#server/imports/run-report.ts';
import { beginTicketRun, ticketStore } from '#server/imports/ticket-store.ts';
import type { Site } from '#server/operation/call.ts';
import { listExport, readExport, readHeader, type ExportFile } from './export-files.ts';
import { faultInWordsOfExport } from './field-words.ts';
import { Findings } from './findings.ts';
import { DEFAULT_MAPPINGS, type Mapping } from './mapping.ts';
import { People } from './people.ts';
import { ratingStore } from './rating-store.ts';
import { ExportIndex, type FileContent } from './read-index.ts';
import { SOURCES, type SourceName, type SourceReader } from './source.ts';
import { csvKindOf, csvReader, findMissingColumn, guessColumns, isCsv, type CsvColumns } from './sources/csv.ts';
import { freshdesk } from './sources/freshdesk.ts';
import { intercom } from './sources/intercom.ts';
import { zendesk } from './sources/zendesk.ts';
import { countStored, type MovedCounts } from './stored-counts.ts';
import { TicketRows, type ReadRow } from './ticket-rows.ts';
import { objectOf, textOf } from './values.ts';

export interface MoveIn {
  readonly folder: string;
  readonly mapping: Mapping;
  /** False: nothing is written. */
  readonly isApplied: boolean;
  readonly report: (line: string) => void;
  readonly monotonicMs: () => number;
  readonly leaveOut: (rows: readonly LeftOutRow[]) => Promise<void>;
  /** Runs after each kind that was stored, for the planner's statistics. */
  readonly afterKind: () => Promise<void>;
}

type KindCounts = Omit<ImportCounts, 'site_id' | 'kind' | 'error_sample'>;

export interface MoveInResult {
  readonly site_id: bigint;
  readonly from: string;
  readonly applied: boolean;
  readonly files: readonly FileContent[];
  readonly ignored_files: readonly string[];
  readonly unreadable: number;
  readonly customers: KindCounts;
  readonly tickets: KindCounts;
  readonly csat: KindCounts;
  readonly agents: number;
  readonly unmapped: object;
  /** Rows of an edited mapping that no value of the export has matched. */
  readonly unused_mapping: object;
  readonly left_out: object;
  readonly adjusted: object;
  /** Rows of the export, without those that fail. */
  readonly export: MovedCounts & {
    /** When the first and the last ticket were created. */
    readonly first_created_utc: string | null;
    readonly last_created_utc: string | null;
  };
  /** Rows that the site has from this source, after this run. */
  readonly stored: MovedCounts;
  readonly error_sample: readonly string[];
}

const SAMPLE = 20;

/**
 * Moves the export of another product in: customers, then tickets with their agents and comments, then ratings, by the same
 * stores as `admin import`. A run that was cut off is run again: what is there is skipped. See docs/moving-in.md.
 */
export async function moveIn(db: Db, site: Site, request: MoveIn, context: AuditContext): Promise<MoveInResult> {
  const { folder, mapping, isApplied } = request;
  const { files, ignored } = await listExport(folder);
  if (files.length === 0) throw new StartFailure(`--dir ${folder} has no .json, .jsonl, .ndjson, .xml or .csv file`);
  const findings = new Findings();
  const people = new People(site, mapping.source, findings);
  await requireColumns(files, mapping);
  const reader = readerOf(mapping);
  const index = await ExportIndex.open(reader, people);
  try {
    const progressOf = (name: string, totalBytes: number | null) =>
      new Progress({ name, totalBytes, report: request.report, monotonicMs: request.monotonicMs });
    const reading = progressOf(
      'reading',
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    for (const file of files) await index.read(file, reading, request.leaveOut);
    reading.end();
    index.addOrphans(findings);
    if (!index.hasTickets) await refuseOtherProduct(files, mapping);

    const totals = new ExportTotals();
    const run = async (store: CheckedStore, rows: AsyncIterable<ImportLine>, progress: Progress) => {
      const { leaveOut } = request;
      const counts = isApplied
        ? await importRows(db, site, { rows, store, progress, leaveOut }, context)
        : await checkRows(db, site, { rows, store, progress, leaveOut }, context);
      if (isApplied) await request.afterKind();
      return counts;
    };
    const rows = new TicketRows(mapping.source, mapping, {
      people,
      names: index.names,
      findings,
      fieldNames: reader.fieldNames,
    });
    const customers = await run(
      totals.watch(inWordsOfExport('customer', customerStore(site), reader), (_row, counts) => (counts.customers += 1)),
      customerLines(people, reader),
      progressOf('customers', null),
    );
    const progress = progressOf('tickets', index.ticketBytes);
    const tickets = await run(
      totals.watch(
        inWordsOfExport('ticket', isApplied ? await beginTicketRun(db, site, context.now) : ticketStore(site), reader),
        addTicket,
      ),
      ticketLines(index, rows, progress),
      progress,
    );
    const csat = await run(
      totals.watch(ratingStore(site, totals.counts.ticketIds), (_row, counts) => (counts.ratings += 1)),
      ratingLines(index, rows),
      progressOf('csat', null),
    );
    const sample = [
      ...index.unreadableSample,
      ...customers.error_sample,
      ...tickets.error_sample,
      ...csat.error_sample,
    ];
    return {
      site_id: site.id,
      from: mapping.source,
      applied: isApplied,
      files: index.files,
      ignored_files: ignored,
      unreadable: index.unreadable,
      customers: kindCounts(customers),
      tickets: kindCounts(tickets),
      csat: kindCounts(csat),
      agents: totals.counts.agents.size,
      ...findings.toJson(),
      unused_mapping: rows.unusedRows(),
      export: { ...totals.toJson(), ...totals.period },
      stored: await countStored(db, site, mapping.source),
      error_sample: sample.slice(0, SAMPLE),
    };
  } finally {
    await index.close();
  }
}

/** The columns that the headers of the CSV files of a folder suggest. */
export async function suggestColumns(folder: string): Promise<CsvColumns> {
  const columns: Record<string, Record<string, string>> = {};
  for (const file of (await listExport(folder)).files) {
    const kind = csvKindOf(file.name);
    if (kind !== null && isCsv(file.name)) columns[kind] ??= guessColumns(kind, (await readHeader(file)) ?? []);
  }
  return columns;
}

function readerOf(mapping: Mapping): SourceReader {
  if (mapping.source === 'csv') return csvReader(mapping.columns ?? {}, mapping.dates ?? 'ymd');
  return { zendesk, intercom, freshdesk }[mapping.source];
}

function kindCounts({ total_rows, imported_rows, skipped_rows, failed_rows }: ImportCounts): KindCounts {
  return { total_rows, imported_rows, skipped_rows, failed_rows };
}

/** A column that is renamed in one of the files would silently be taken for empty. @throws StartFailure */
async function requireColumns(files: readonly ExportFile[], { source, columns = {} }: Mapping): Promise<void> {
  if (source !== 'csv') return;
  for (const file of files) {
    const header = isCsv(file.name) ? await readHeader(file) : null;
    const problem = header === null ? null : findMissingColumn(file.name, header, columns);
    if (problem !== null) throw new StartFailure(problem);
  }
}

/** Objects of each file to look at. */
const LOOKED_AT = 20;

/** An export without a ticket may be one of another product. @throws StartFailure */
async function refuseOtherProduct(files: readonly ExportFile[], { source }: Mapping): Promise<void> {
  for (const other of SOURCES) {
    if (other === source) continue;
    const reader = readerOf(DEFAULT_MAPPINGS[other]);
    for (const file of files) {
      if (await hasTicket(file, other, reader)) {
        throw new StartFailure(`--from ${source}: no ticket is found; these files look like ${other}: ${file.name}`);
      }
    }
  }
}

async function hasTicket(file: ExportFile, source: SourceName, reader: SourceReader): Promise<boolean> {
  if (isCsv(file.name) || source === 'csv') {
    return source === 'csv' && isCsv(file.name) && csvKindOf(file.name) === 'tickets';
  }
  let count = 0;
  for await (const item of readExport(file, reader.lists, (bytes) => bytes)) {
    if ('value' in item && reader.read(item.value, file.name)?.is === 'ticket') return true;
    count += 1;
    if (count === LOOKED_AT) break;
  }
  return false;
}

/** A store whose faults name the fields of the export. */
function inWordsOfExport(kind: 'ticket' | 'customer', store: CheckedStore, { fieldNames }: SourceReader): CheckedStore {
  const translate = (outcomes: readonly RowOutcome[]) =>
    outcomes.map((outcome) =>
      typeof outcome === 'string' ? outcome : faultInWordsOfExport(kind, outcome, fieldNames),
    );
  return {
    ...store,
    check: async (db, rows, context) => translate(await store.check(db, rows, context)),
    store: async (db, rows, context) => translate(await store.store(db, rows, context)),
  };
}

async function* customerLines(people: People, { fieldNames }: SourceReader): AsyncGenerator<ImportLine> {
  yield* people.customers(fieldNames);
}

async function* ticketLines(index: ExportIndex, rows: TicketRows, progress: Progress): AsyncGenerator<ImportLine> {
  for await (const { place, ticket, more } of index.tickets(progress)) {
    const row = rows.ticketRow(ticket, more);
    if (row !== null) yield lineOf(place, row);
  }
}

async function* ratingLines(index: ExportIndex, rows: TicketRows): AsyncGenerator<ImportLine> {
  for await (const rating of index.ratings()) {
    const row = rows.ratingRow(rating);
    if (row !== null) yield lineOf(`the rating of ticket ${rating.ticketId}`, row);
  }
}

function lineOf(place: string, row: ReadRow): ImportLine {
  return { place, ...row };
}

interface Counts {
  customers: number;
  tickets: number;
  comments: number;
  ratings: number;
  firstCreated: string | null;
  lastCreated: string | null;
  readonly byStatus: Map<string, number>;
  readonly agents: Set<string>;
  readonly ticketIds: Set<string>;
}

/** Counts the rows of an export that are stored or were before. */
class ExportTotals {
  readonly counts: Counts = {
    customers: 0,
    tickets: 0,
    comments: 0,
    ratings: 0,
    firstCreated: null,
    lastCreated: null,
    byStatus: new Map(),
    agents: new Set(),
    ticketIds: new Set(),
  };

  /** A store whose stored and skipped rows are counted. */
  watch(store: CheckedStore, count: (row: object, counts: Counts) => void): CheckedStore {
    const note = (rows: readonly object[], outcomes: readonly RowOutcome[]) => {
      rows.forEach((row, index) => {
        if (typeof outcomes[index] === 'string') count(row, this.counts);
      });
      return outcomes;
    };
    return {
      ...store,
      check: async (db, rows, context) => note(rows, await store.check(db, rows, context)),
      store: async (db, rows, context) => note(rows, await store.store(db, rows, context)),
    };
  }

  get period(): { readonly first_created_utc: string | null; readonly last_created_utc: string | null } {
    return { first_created_utc: this.counts.firstCreated, last_created_utc: this.counts.lastCreated };
  }

  toJson(): MovedCounts {
    const { customers, tickets, comments, ratings, byStatus } = this.counts;
    const statuses = [...byStatus].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { customers, tickets, tickets_by_status: Object.fromEntries(statuses), comments, ratings };
  }
}

function addTicket(row: object, counts: Counts): void {
  const { external_id: id, status, assignee, comments, initial_comment: initial, created_utc: at } = objectOf(row);
  const name = textOf(status) ?? '';
  counts.tickets += 1;
  if (typeof at === 'string') {
    if (counts.firstCreated === null || at < counts.firstCreated) counts.firstCreated = at;
    if (counts.lastCreated === null || at > counts.lastCreated) counts.lastCreated = at;
  }
  counts.byStatus.set(name, (counts.byStatus.get(name) ?? 0) + 1);
  counts.comments += (Array.isArray(comments) ? comments.length : 0) + (typeof initial === 'string' ? 1 : 0);
  if (typeof assignee === 'string') counts.agents.add(assignee);
  counts.ticketIds.add(textOf(id) ?? '');
}
