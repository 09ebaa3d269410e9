import type { Comment } from '#contract/tickets.ts';
import { codePoints } from '#contract/scalars.ts';
import type { RowFault } from '#server/imports/row-store.ts';
import { findBadTime } from './field-words.ts';
import type { Findings } from './findings.ts';
import { DEFAULT_MAPPINGS, Lookup, type Mapping } from './mapping.ts';
import type { People } from './people.ts';
import type { FieldNames, SourceComment, SourceField, SourcePerson, SourceRating, SourceTicket } from './source.ts';

/** Limits of a row of `admin import`. */
const [MAX_BODY, MAX_SUBJECT, MAX_TAG, MAX_TAGS] = [20_000, 300, 60, 20];

export type ReadRow = { readonly value: object } | { readonly fault: RowFault; readonly externalId: string };

interface ReadyComment {
  readonly author_kind: Comment['author_kind'];
  readonly author_name: string | null;
  readonly body: string;
  readonly visibility: Comment['visibility'];
  readonly created_utc?: string;
}

/** Turns tickets and ratings of an export into rows of `admin import`, by the mapping. */
export class TicketRows {
  readonly #prefix: string;
  readonly #people: People;
  readonly #names: ReadonlyMap<string, string>;
  readonly #findings: Findings;
  readonly #fieldNames: FieldNames;
  readonly #status: Lookup<Mapping['status'][string]>;
  readonly #priority: Lookup<Mapping['priority'][string]>;
  readonly #channel: Lookup<string>;
  readonly #score: Lookup<number | null>;
  readonly #fields: Lookup<string | null>;
  readonly #mapping: Mapping;

  /** @param names Names of organizations, groups and fields, by what the source calls them */
  constructor(
    prefix: string,
    mapping: Mapping,
    {
      people,
      names,
      findings,
      fieldNames,
    }: {
      readonly people: People;
      readonly names: ReadonlyMap<string, string>;
      readonly findings: Findings;
      readonly fieldNames: FieldNames;
    },
  ) {
    this.#prefix = prefix;
    this.#mapping = mapping;
    this.#people = people;
    this.#names = names;
    this.#findings = findings;
    this.#fieldNames = fieldNames;
    this.#status = new Lookup(mapping.status);
    this.#priority = new Lookup(mapping.priority);
    this.#channel = new Lookup(mapping.channel);
    this.#score = new Lookup(mapping.score);
    this.#fields = new Lookup(mapping.fields);
  }

  /**
   * @param more Comments of the ticket in other files
   * @returns null for a ticket that the mapping leaves out
   */
  ticketRow(ticket: SourceTicket, more: readonly SourceComment[]): ReadRow | null {
    const status = this.#find('status', this.#status, ticket.status);
    const priority = this.#find('priority', this.#priority, ticket.priority);
    const channel = this.#find('channel', this.#channel, ticket.channel);
    if (status === null) {
      this.#findings.addLeftOut(`status ${ticket.status ?? '(none)'}`);
      return null;
    }
    const unmapped = Object.entries({ status, priority, channel }).find(([, value]) => value === undefined)?.[0];
    if (unmapped === 'status' || unmapped === 'priority' || unmapped === 'channel') {
      const message = `${unmapped} ${ticket[unmapped] ?? '(none)'} is in no row of the mapping`;
      return { fault: { code: 'unmapped', message }, externalId: `${this.#prefix}:${ticket.id}` };
    }
    const fault = this.#faultOfTimes(ticket, more);
    if (fault !== undefined) return { fault, externalId: `${this.#prefix}:${ticket.id}` };
    const notes: string[] = [];
    const requester = this.#requesterOf(ticket.requester, notes);
    const subject = this.#subjectOf(ticket, notes);
    const tags = this.#tagsOf(ticket, notes);
    const { initial, comments } = this.#thread(ticket, more, notes);
    const assignee = this.#assigneeOf(ticket);
    const isDone = status === 'resolved' || status === 'closed';
    if (isDone && ticket.resolvedUtc === null) this.#findings.addAdjusted('resolved_guessed');
    return {
      value: {
        external_id: `${this.#prefix}:${ticket.id}`,
        subject,
        status,
        priority,
        channel,
        ...requester,
        ...(initial === null ? {} : { initial_comment: initial }),
        ...(assignee === null ? {} : { assignee }),
        ...(tags.length === 0 ? {} : { tags: tags.join(',') }),
        ...(ticket.createdUtc === null ? {} : { created_utc: ticket.createdUtc }),
        ...(isDone && ticket.resolvedUtc !== null ? { resolved_utc: ticket.resolvedUtc } : {}),
        comments,
      },
    };
  }

  /** Null for a rating that the mapping leaves out, such as one that was offered and not given. */
  ratingRow(rating: SourceRating): ReadRow | null {
    const score = this.#find('score', this.#score, rating.score);
    if (score === null) {
      this.#findings.addLeftOut(`score ${rating.score}`);
      return null;
    }
    const externalId = `${this.#prefix}:${rating.id ?? `ticket ${rating.ticketId}`}`;
    if (score === undefined) {
      const message = `score ${rating.score} is in no row of the mapping`;
      return { fault: { code: 'unmapped', message }, externalId };
    }
    const [comment = ''] = this.#parts(rating.comment ?? '');
    const at = rating.createdUtc ?? rating.updatedUtc;
    return {
      value: {
        external_id: externalId,
        ticket_external_id: `${this.#prefix}:${rating.ticketId}`,
        score,
        ...(comment === '' ? {} : { comment }),
        ...(at === null ? {} : { created_utc: at }),
      },
    };
  }

  /** A time that cannot be read would otherwise be taken for an absent one, or sorted as a text. */
  #faultOfTimes(ticket: SourceTicket, more: readonly SourceComment[]): RowFault | undefined {
    const { ticket: names, comment: commentNames } = this.#fieldNames;
    const created = names['created_utc'] ?? 'created';
    if (ticket.createdUtc === null) return { code: 'missing_field', message: `${created} is missing` };
    const comments = ticket.opening === null ? [] : [ticket.opening];
    return findBadTime([
      [created, ticket.createdUtc],
      [names['updated'] ?? 'updated_at', ticket.updatedUtc],
      [names['resolved_utc'] ?? 'resolved', ticket.resolvedUtc],
      ...[...comments, ...ticket.comments, ...more].map(
        (comment) => [`of a comment, ${commentNames['created_utc'] ?? 'created'}`, comment.createdUtc] as const,
      ),
    ]);
  }

  /** Rows of the mapping that differ from the default ones and that no value of the export has matched, by part. */
  unusedRows(): object {
    const defaults = DEFAULT_MAPPINGS[this.#mapping.source];
    const tables = {
      status: this.#status,
      priority: this.#priority,
      channel: this.#channel,
      score: this.#score,
      fields: this.#fields,
    };
    return Object.fromEntries(
      (['status', 'priority', 'channel', 'score', 'fields'] as const).flatMap((part) => {
        const known: Readonly<Record<string, unknown>> = defaults[part];
        const unused = Object.entries(this.#mapping[part])
          .filter(([name, value]) => known[name] !== value && !tables[part].wasUsed(name))
          .map(([name]) => name);
        return unused.length === 0 ? [] : [[part, unused]];
      }),
    );
  }

  #find<Value>(
    kind: 'status' | 'priority' | 'channel' | 'score',
    lookup: Lookup<Value>,
    value: string | null,
  ): Value | undefined {
    const found = lookup.find(value);
    if (found === undefined) this.#findings.addUnmapped(kind, value ?? '(none)');
    return found;
  }

  #requesterOf(given: SourcePerson | null, notes: string[]): object {
    if (given === null) return {};
    const known = this.#people.find(given.id);
    if (known === undefined && given.name === null && given.email === null && given.phone === null) {
      this.#findings.addUnmapped('people', given.id ?? '(none)');
      return {};
    }
    const person = {
      ...given,
      name: given.name ?? known?.name ?? null,
      email: given.email ?? known?.email ?? null,
      phone: given.phone ?? known?.phone ?? null,
    };
    const contact = this.#people.contactOf(person);
    notes.push(...contact.notes);
    return {
      requester_name: this.#people.nameOf(person.name),
      requester_email: contact.email,
      requester_phone: contact.phone,
    };
  }

  #assigneeOf({ assigneeId, assigneeName }: SourceTicket): string | null {
    const name = assigneeName ?? this.#people.find(assigneeId)?.name ?? null;
    if (name === null && assigneeId !== null) this.#findings.addUnmapped('people', assigneeId);
    return this.#people.nameOf(name);
  }

  #subjectOf(ticket: SourceTicket, notes: string[]): string {
    const text = this.#clean(ticket.subject ?? '').trim();
    if (text === '') {
      this.#findings.addAdjusted('subjects_missing');
      return '(no subject)';
    }
    if (codePoints(text) <= MAX_SUBJECT) return text;
    this.#findings.addAdjusted('subjects_cut');
    notes.push(`Subject: ${text}`);
    return `${[...text].slice(0, MAX_SUBJECT - 1).join('')}…`;
  }

  #tagsOf(ticket: SourceTicket, notes: string[]): string[] {
    const tags = [...ticket.tags, ...ticket.fields.flatMap((field) => this.#tagOf(field) ?? [])].flatMap((raw) => {
      const tag = this.#clean(raw).replaceAll(',', ' ').trim();
      if (codePoints(tag) <= MAX_TAG) return tag === '' ? [] : [tag];
      this.#findings.addAdjusted('tags_cut');
      notes.push(`Tag: ${tag}`);
      return [[...tag].slice(0, MAX_TAG).join('').trim()];
    });
    const byKey = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]));
    const different = [...byKey.values()].toReversed();
    if (different.length <= MAX_TAGS) return different;
    this.#findings.addAdjusted('tags_over_20');
    notes.push(`More tags: ${different.slice(MAX_TAGS).join(', ')}`);
    return different.slice(0, MAX_TAGS);
  }

  #tagOf({ key, value, valueName }: SourceField): string | null {
    const label = this.#names.get(`field ${key}`);
    const template = this.#fields.find(key) ?? (label === undefined ? undefined : this.#fields.find(label));
    if (template === undefined && this.#fields.find(key) === undefined) {
      this.#findings.addUnmapped('fields', label ?? key);
    }
    if (template === undefined || template === null) return null;
    return template.replaceAll('{value}', (valueName === undefined ? undefined : this.#names.get(valueName)) ?? value);
  }

  /** The first message of the requester, and all others in the order of their times. */
  #thread(
    ticket: SourceTicket,
    more: readonly SourceComment[],
    notes: readonly string[],
  ): { readonly initial: string | null; readonly comments: ReadyComment[] } {
    const own = [...ticket.comments, ...more];
    const isRepeated = ticket.isOpeningRepeated && own.length > 0;
    const all = ticket.opening === null || isRepeated ? own : [ticket.opening, ...own];
    const ready = all
      .map((comment) => ({ comment, at: this.#timeOf(comment, ticket) }))
      // Stable: comments of one time keep their order.
      .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      .flatMap(({ comment, at }) => this.#commentsOf(comment, at, ticket));
    const [first] = ready;
    // The initial comment has the ticket's time: a later one keeps its own.
    const isInitial =
      first?.author_kind === 'customer' &&
      first.visibility === 'public' &&
      first.created_utc === (ticket.createdUtc ?? undefined);
    if (notes.length > 0) {
      ready.push({
        author_kind: 'system',
        author_name: null,
        body: this.#clean(['From the earlier system:', ...notes].join('\n')).slice(0, MAX_BODY / 2),
        visibility: 'internal',
        ...(ticket.createdUtc === null ? {} : { created_utc: ticket.createdUtc }),
      });
    }
    return { initial: isInitial ? first.body : null, comments: isInitial ? ready.slice(1) : ready };
  }

  /** No comment may be older than its ticket. */
  #timeOf({ createdUtc: at }: SourceComment, { createdUtc: opened }: SourceTicket): string {
    if (opened === null) return at ?? '';
    if (at !== null && at >= opened) return at;
    if (at !== null) this.#findings.addAdjusted('comment_times');
    return opened;
  }

  #commentsOf(comment: SourceComment, at: string, ticket: SourceTicket): ReadyComment[] {
    const files = comment.attachments.length === 0 ? '' : `Attachments, not moved: ${comment.attachments.join(', ')}`;
    this.#findings.addAdjusted('attachments_named', comment.attachments.length);
    const parts = this.#parts([comment.body.trim(), files].filter((part) => part !== '').join('\n\n'));
    if (parts.length === 0) this.#findings.addAdjusted('comments_empty');
    if (parts.length > 1) this.#findings.addAdjusted('comments_split');
    const author = this.#authorOf(comment, ticket);
    return parts.map((body) => ({
      ...author,
      body,
      visibility: comment.isPublic ? 'public' : 'internal',
      ...(at === '' ? {} : { created_utc: at }),
    }));
  }

  #authorOf(comment: SourceComment, ticket: SourceTicket): Pick<ReadyComment, 'author_kind' | 'author_name'> {
    const person = this.#people.find(comment.authorId);
    const isRequester = comment.authorId !== null && comment.authorId === ticket.requester?.id;
    if (person === undefined && comment.authorId !== null && comment.authorName === null && !isRequester) {
      this.#findings.addUnmapped('people', comment.authorId);
    }
    const kindOfPerson =
      person === undefined ? (isRequester ? 'customer' : 'agent') : person.isAgent ? 'agent' : 'customer';
    return {
      author_kind: comment.authorKind ?? kindOfPerson,
      author_name: this.#people.nameOf(comment.authorName ?? person?.name ?? null),
    };
  }

  /** A text in pieces that fit into a comment; none if it is blank. */
  #parts(text: string): string[] {
    const clean = this.#clean(text).trim();
    if (codePoints(clean) <= MAX_BODY) return clean === '' ? [] : [clean];
    const characters = [...clean];
    const parts: string[] = [];
    for (let at = 0; at < characters.length; at += MAX_BODY) {
      const part = characters.slice(at, at + MAX_BODY).join('');
      if (part.trim() !== '') parts.push(part);
    }
    return parts;
  }

  /** PostgreSQL has neither NUL nor half characters. */
  #clean(text: string): string {
    const clean = text.replaceAll('\0', '').toWellFormed();
    if (clean !== text) this.#findings.addAdjusted('characters_removed');
    return clean;
  }
}
