import type { SourceComment, SourceItem, SourceReader, SourceTicket } from '../source.ts';
import { COMMENT_AUTHORS } from '#contract/tickets.ts';
import { textOf, timeOf, type DateOrder, type JsonObject } from '../values.ts';

export const CSV_KINDS = ['tickets', 'customers', 'comments'] as const;
export type CsvKind = (typeof CSV_KINDS)[number];

/** The fields of each kind of CSV file, and header names that are taken for them; letters and digits alone are compared. */
const NAMES: Readonly<Record<CsvKind, Readonly<Record<string, readonly string[]>>>> = {
  tickets: {
    id: ['id', 'ticketid', 'ticket', 'ticketnumber', 'number', 'externalid', 'key'],
    subject: ['subject', 'title', 'summary'],
    status: ['status', 'state'],
    priority: ['priority', 'urgency'],
    channel: ['channel', 'source', 'via'],
    requester_name: ['requester', 'requestername', 'customer', 'customername', 'name', 'fullname', 'contactname'],
    requester_email: ['requesteremail', 'customeremail', 'email', 'contactemail'],
    requester_phone: ['requesterphone', 'customerphone', 'phone', 'workphone', 'mobile'],
    assignee: ['assignee', 'agent', 'assignedto', 'owner'],
    created: ['created', 'createdat', 'createdtime', 'createdutc', 'date'],
    updated: ['updated', 'updatedat', 'lastupdatetime', 'updatedutc'],
    resolved: ['resolved', 'resolvedat', 'resolvedtime', 'resolvedutc', 'solved', 'solvedat', 'closedtime'],
    tags: ['tags', 'labels'],
    body: ['body', 'description', 'message', 'text'],
    attachments: ['attachments', 'files'],
    score: ['score', 'rating', 'satisfactionscore', 'csat'],
    score_comment: ['scorecomment', 'ratingcomment', 'feedback', 'satisfactioncomment'],
  },
  customers: {
    id: ['id', 'customerid', 'contactid', 'userid', 'externalid'],
    name: ['name', 'fullname', 'displayname', 'customername'],
    email: ['email', 'emailaddress'],
    phone: ['phone', 'mobile', 'workphone', 'phonenumber'],
    created: ['created', 'createdat', 'createdtime', 'firstseen', 'firstseenutc', 'createdutc'],
  },
  comments: {
    ticket: ['ticketid', 'ticket', 'ticketnumber', 'ticketexternalid'],
    author_name: ['author', 'authorname', 'from', 'name'],
    author_email: ['authoremail', 'fromemail', 'email'],
    author_kind: ['authorkind', 'authortype', 'role'],
    body: ['body', 'comment', 'message', 'text'],
    public: ['public', 'ispublic', 'visibility'],
    created: ['created', 'createdat', 'createdtime', 'createdutc', 'date'],
    attachments: ['attachments', 'files'],
  },
};

/** The field of each kind, and the column that it is in. */
export type CsvColumns = Readonly<Partial<Record<CsvKind, Readonly<Partial<Record<string, string>>> | undefined>>>;

export function csvFields(kind: CsvKind): string[] {
  return Object.keys(NAMES[kind]);
}

/** The kind of a file, by its name: `tickets-2024.csv`, `Customers.csv`. Null for another name. */
export function csvKindOf(file: string): CsvKind | null {
  const name = file.toLowerCase();
  return CSV_KINDS.find((kind) => name.startsWith(kind.slice(0, -1))) ?? null;
}

export function isCsv(file: string): boolean {
  return /\.csv$/i.test(file);
}

/** Without these columns nothing of a file can be stored as it was. */
const REQUIRED: Readonly<Record<CsvKind, readonly string[]>> = {
  tickets: ['id', 'subject', 'created'],
  customers: [],
  comments: ['ticket', 'body'],
};

/** Why a file with this header cannot be read by the columns of the mapping; null if it can. */
export function findMissingColumn(file: string, header: readonly string[], columns: CsvColumns): string | null {
  const kind = csvKindOf(file);
  if (kind === null) return null;
  const named = columns[kind] ?? {};
  const has = `its header has ${header.map((name) => JSON.stringify(name)).join(', ')}`;
  const unnamed = REQUIRED[kind].find((field) => named[field] === undefined);
  if (unnamed !== undefined) {
    return `${file}: no column is named for ${unnamed}: set columns.${kind}.${unnamed} of the mapping; ${has}`;
  }
  const absent = Object.entries(named).find(([, column]) => column !== undefined && !header.includes(column));
  if (absent === undefined) return null;
  return `${file}: there is no column ${JSON.stringify(absent[1])}, which columns.${kind}.${absent[0]} of the mapping names; ${has}`;
}

/** The columns that a header suggests. A column is used once. */
export function guessColumns(kind: CsvKind, header: readonly string[]): Record<string, string> {
  const columns: Record<string, string> = {};
  const left = new Set(header);
  for (const [field, names] of Object.entries(NAMES[kind])) {
    const column = names
      .flatMap((name) => [...left].filter((one) => one.toLowerCase().replace(/[^a-z0-9]/g, '') === name))
      .at(0);
    if (column === undefined) continue;
    columns[field] = column;
    left.delete(column);
  }
  return columns;
}

/** Reads rows by the columns of the mapping. A column that no field has is a field of its own, which may become a tag. */
export function csvReader(columns: CsvColumns, order: DateOrder): SourceReader {
  return {
    fieldNames: {
      ticket: namesOf(columns.tickets, { initial_comment: 'body', created_utc: 'created', resolved_utc: 'resolved' }),
      comment: namesOf(columns.comments, { created_utc: 'created' }),
      customer: namesOf(columns.customers, { first_seen_utc: 'created', display_name: 'name' }),
    },
    lists: [],
    read(value, file) {
      const kind = csvKindOf(file);
      if (kind === null || !isCsv(file)) return null;
      const named = columns[kind] ?? {};
      const key = { tickets: 'id', comments: 'ticket', customers: null }[kind];
      const hasKey = key === null || textOf(value[named[key] ?? '']) !== null;
      // Spreadsheets write rows of empty cells.
      if (!hasKey && Object.values(value).some((cell) => textOf(cell) !== null)) {
        return { is: 'problem', message: `column ${JSON.stringify(named[key] ?? key)} is empty` };
      }
      const get = (field: string) => textOf(value[named[field] ?? '']);
      if (kind === 'customers') return readCustomer(get, order);
      if (kind === 'comments') return readComment(get, order);
      const used = new Set(Object.values(named));
      const others = Object.entries(value).filter(([column]) => !used.has(column));
      return readTicket(get, Object.fromEntries(others), order);
    },
  };
}

/** @param others Fields of our rows that the mapping has under another name */
function namesOf(
  columns: Readonly<Partial<Record<string, string>>> | undefined = {},
  others: Readonly<Record<string, string>>,
): Record<string, string> {
  const named = [...Object.keys(columns).map((field) => [field, field] as const), ...Object.entries(others)];
  return Object.fromEntries(
    named.map(([field, name]) => [field, columns[name] === undefined ? name : `column "${columns[name]}"`]),
  );
}

type Get = (field: string) => string | null;

function readCustomer(get: Get, order: DateOrder): SourceItem {
  const createdUtc = timeOf(get('created'), order);
  const id = get('id') ?? get('email') ?? get('phone');
  return {
    is: 'person',
    person: { id, name: get('name'), email: get('email'), phone: get('phone'), isAgent: false, createdUtc },
  };
}

function readComment(get: Get, order: DateOrder): SourceItem | null {
  const ticketId = get('ticket');
  if (ticketId === null) return null;
  const kind = get('author_kind')?.toLowerCase();
  const comment: SourceComment = {
    authorId: get('author_email')?.toLowerCase() ?? null,
    authorName: get('author_name'),
    authorKind: COMMENT_AUTHORS.find((one) => one === kind) ?? null,
    body: get('body') ?? '',
    isPublic: !/^(?:false|no|n|0|private|internal)$/i.test(get('public') ?? ''),
    createdUtc: timeOf(get('created'), order),
    attachments: listIn(get('attachments')),
  };
  return { is: 'comments', ticketId, comments: [comment] };
}

function listIn(text: string | null): string[] {
  return (text ?? '').split(/[,;|]/).flatMap((part) => textOf(part) ?? []);
}

function readTicket(get: Get, others: JsonObject, order: DateOrder): SourceItem | null {
  const id = get('id');
  if (id === null) return null;
  const email = get('requester_email');
  const createdUtc = timeOf(get('created'), order);
  const requester = {
    id: email?.toLowerCase() ?? null,
    name: get('requester_name'),
    email,
    phone: get('requester_phone'),
    isAgent: false,
    createdUtc: null,
  };
  const body = get('body');
  const score = get('score');
  const updatedUtc = timeOf(get('updated'), order);
  const ticket: SourceTicket = {
    id,
    subject: get('subject'),
    status: get('status'),
    priority: get('priority'),
    channel: get('channel'),
    requester,
    assigneeId: null,
    assigneeName: get('assignee'),
    createdUtc,
    updatedUtc,
    resolvedUtc: timeOf(get('resolved'), order),
    tags: listIn(get('tags')),
    fields: Object.entries(others).flatMap(([key, value]) => {
      const text = textOf(value);
      return text === null ? [] : [{ key, value: text }];
    }),
    opening:
      body === null && get('attachments') === null
        ? null
        : {
            authorId: requester.id,
            authorName: requester.name,
            authorKind: 'customer',
            body: body ?? '',
            isPublic: true,
            createdUtc,
            attachments: listIn(get('attachments')),
          },
    isOpeningRepeated: false,
    comments: [],
    rating:
      score === null
        ? null
        : { id: null, ticketId: id, score, comment: get('score_comment'), createdUtc: null, updatedUtc: null },
  };
  return { is: 'ticket', ticket };
}
