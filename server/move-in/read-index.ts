import type { ImportLine } from '#server/imports/import-lines.ts';
import type { Progress } from '#server/imports/progress.ts';
import { readExport, type ExportFile } from './export-files.ts';
import type { Findings } from './findings.ts';
import type { People } from './people.ts';
import { sourceComment, sourceRating, type SourceComment, type SourceRating, type SourceReader } from './source.ts';
import { Spool } from './spool.ts';
import type { SourceTicket } from './source.ts';

/** What a file of an export has. */
export interface FileContent {
  readonly file: string;
  people: number;
  tickets: number;
  comments: number;
  ratings: number;
  names: number;
  /** Objects that the move-in does not read. */
  others: number;
  unreadable: number;
}

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
  readonly unreadable: ImportLine[] = [];
  readonly #latest = new Map<string, LatestTicket>();
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

  async read(file: ExportFile, progress: Progress): Promise<void> {
    const content = {
      file: file.name,
      people: 0,
      tickets: 0,
      comments: 0,
      ratings: 0,
      names: 0,
      others: 0,
      unreadable: 0,
    };
    this.files.push(content);
    let position = 0;
    for await (const found of readExport(file, this.#reader.lists, (bytes) => progress.watch(bytes))) {
      position += 1;
      progress.addRows(1);
      if ('problem' in found) {
        content.unreadable += 1;
        this.unreadable.push({ place: found.place, fault: { code: 'bad_request', message: found.problem } });
        continue;
      }
      const item = this.#reader.read(found.value, file.name);
      if (item === null) content.others += 1;
      else if (item.is === 'person') {
        content.people += 1;
        this.#people.add(item.person, found.place);
      } else if (item.is === 'name') {
        content.names += 1;
        this.names.set(item.of, item.name);
      } else if (item.is === 'comments') {
        content.comments += item.comments.length;
        if (item.comments.length > 0) await this.#comments.add(item.ticketId, item.comments);
      } else if (item.is === 'rating') {
        content.ratings += 1;
        await this.#ratings.add(item.rating.ticketId, item.rating);
      } else {
        content.tickets += 1;
        content.comments += item.ticket.comments.length;
        await this.#addTicket(item.ticket, file, position);
      }
    }
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
        yield { place: found.place, ticket: item.ticket, more };
      }
    }
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
