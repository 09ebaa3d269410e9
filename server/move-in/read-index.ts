import type { Progress } from '#server/imports/progress.ts';
import type { LeftOutRow } from '#server/imports/run-report.ts';
import { readExport, type ExportFile } from './export-files.ts';
import type { Findings } from './findings.ts';
import type { People } from './people.ts';
import { sourceComment, sourceRating, type SourceComment, type SourceRating, type SourceReader } from './source.ts';
import { Spool } from './spool.ts';
import type { SourceTicket } from './source.ts';

/** The kinds of objects in a file of an export; `others` are objects that the move-in does not read. */
type Content = 'people' | 'tickets' | 'comments' | 'ratings' | 'resolved' | 'names' | 'others' | 'unreadable';
export type FileContent = { readonly file: string } & Partial<Record<Content, number>>;

const SAMPLE = 20;

interface LatestTicket {
  readonly file: ExportFile;
  /** Its number among the objects of the file. */
  readonly position: number;
  readonly updatedUtc: string;
}

/**
 * The first pass over an export: people, names, and where the latest copy of each ticket is, in memory; comments and ratings in
 * temporary files. The second pass reads the tickets.
 */
export class ExportIndex {
  readonly names = new Map<string, string>();
  readonly files: FileContent[] = [];
  /** How many objects cannot be read, and the first of them. */
  unreadable = 0;
  readonly unreadableSample: string[] = [];
  readonly #latest = new Map<string, LatestTicket>();
  readonly #resolved = new Map<string, string>();
  readonly #reader: SourceReader;
  readonly #people: People;
  readonly #comments: Spool<readonly SourceComment[]>;
  readonly #ratings: Spool<SourceRating>;

  private constructor(
    reader: SourceReader,
    people: People,
    spools: { readonly comments: Spool<readonly SourceComment[]>; readonly ratings: Spool<SourceRating> },
  ) {
    this.#reader = reader;
    this.#people = people;
    this.#comments = spools.comments;
    this.#ratings = spools.ratings;
  }

  static async open(reader: SourceReader, people: People): Promise<ExportIndex> {
    const list = sourceCommentList;
    return new ExportIndex(reader, people, {
      comments: await Spool.open((value) => list(value)),
      ratings: await Spool.open((value) => sourceRating.parse(value)),
    });
  }

  async close(): Promise<void> {
    await this.#comments.close();
    await this.#ratings.close();
  }

  async read(
    file: ExportFile,
    progress: Progress,
    leaveOut: (rows: readonly LeftOutRow[]) => Promise<void>,
  ): Promise<void> {
    const content: FileContent = { file: file.name };
    const add = (kind: Content, count = 1) => {
      if (count > 0) content[kind] = (content[kind] ?? 0) + count;
    };
    this.files.push(content);
    let position = 0;
    for await (const found of readExport(file, this.#reader.lists, (bytes) => progress.watch(bytes))) {
      position += 1;
      progress.addRows(1);
      if ('problem' in found) {
        add('unreadable');
        await leaveOut([this.#addUnreadable(found.place, found.problem)]);
        continue;
      }
      const item = this.#reader.read(found.value, file.name);
      if (item?.is === 'problem') {
        add('unreadable');
        await leaveOut([this.#addUnreadable(found.place, item.message)]);
      } else if (item === null) add('others');
      else if (item.is === 'person') {
        add('people');
        this.#people.add(item.person, found.place);
      } else if (item.is === 'name') {
        add('names');
        this.names.set(item.of, item.name);
      } else if (item.is === 'comments') {
        add('comments', item.comments.length);
        if (item.comments.length > 0) await this.#comments.add(item.ticketId, item.comments);
      } else if (item.is === 'resolved') {
        add('resolved');
        this.#resolved.set(item.ticketId, item.resolvedUtc);
      } else if (item.is === 'rating') {
        add('ratings');
        await this.#ratings.add(item.rating.ticketId, item.rating);
      } else {
        add('tickets');
        add('comments', item.ticket.comments.length);
        await this.#addTicket(item.ticket, file, position);
      }
    }
  }

  #addUnreadable(place: string, message: string): LeftOutRow {
    this.unreadable += 1;
    if (this.unreadable <= SAMPLE) this.unreadableSample.push(`${place}: ${message}`);
    return { kind: 'file', place, externalId: null, outcome: 'failed', code: 'bad_request', message };
  }

  async #addTicket(ticket: SourceTicket, file: ExportFile, position: number): Promise<void> {
    const updatedUtc = ticket.updatedUtc ?? '';
    const known = this.#latest.get(ticket.id);
    // Pages of an API overlap: a ticket that changed meanwhile comes again.
    if (known === undefined || updatedUtc >= known.updatedUtc) {
      this.#latest.set(ticket.id, { file, position, updatedUtc });
    }
    if (ticket.rating === null) return;
    const at = ticket.rating.updatedUtc ?? ticket.updatedUtc ?? ticket.createdUtc;
    await this.#ratings.add(ticket.id, { ...ticket.rating, updatedUtc: at });
  }

  /** Each ticket once, as its latest copy says, with its comments of other files. */
  async *tickets(progress: Progress): AsyncGenerator<{
    readonly place: string;
    readonly ticket: SourceTicket;
    readonly more: readonly SourceComment[];
  }> {
    const files = new Set([...this.#latest.values()].map(({ file }) => file));
    for (const file of files) {
      let position = 0;
      for await (const found of readExport(file, this.#reader.lists, (bytes) => progress.watch(bytes))) {
        position += 1;
        const item = 'value' in found ? this.#reader.read(found.value, file.name) : null;
        if (item?.is !== 'ticket') continue;
        const latest = this.#latest.get(item.ticket.id);
        if (latest?.file !== file || latest.position !== position) continue;
        const more = (await this.#comments.get(item.ticket.id)).flat();
        const resolvedUtc = item.ticket.resolvedUtc ?? this.#resolved.get(item.ticket.id) ?? null;
        yield { place: found.place, ticket: { ...item.ticket, resolvedUtc }, more };
      }
    }
  }

  get hasTickets(): boolean {
    return this.#latest.size > 0;
  }

  get ticketBytes(): number {
    return [...new Set([...this.#latest.values()].map(({ file }) => file))].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The last rating of each ticket: a list of ratings also has the ones that were replaced. */
  async *ratings(): AsyncGenerator<SourceRating> {
    for (const ticketId of this.#ratings.keys()) {
      const ratings = await this.#ratings.get(ticketId);
      // One that says when it was given is from the list, and so more exact than the ticket's own.
      const dated = ratings.filter(({ createdUtc }) => createdUtc !== null);
      const [latest] = (dated.length > 0 ? dated : ratings).toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
      if (latest !== undefined) yield latest;
    }
  }

  /** Comments and ratings of tickets that the export does not have. */
  addOrphans(findings: Findings): void {
    for (const id of this.#comments.keys())
      if (!this.#latest.has(id)) findings.addLeftOut('comments of tickets that are not in the export');
  }
}

function timeOf({ createdUtc, updatedUtc }: SourceRating): string {
  return updatedUtc ?? createdUtc ?? '';
}

function sourceCommentList(value: unknown): SourceComment[] {
  return Array.isArray(value) ? value.map((one) => sourceComment.parse(one)) : [];
}
