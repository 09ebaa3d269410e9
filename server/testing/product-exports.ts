import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '#contract/csv.ts';
import { Random } from '#server/demo/random.ts';

/** The rows of an export, in the words of `admin move-in`. */
export interface ExpectedCounts {
  customers: number;
  tickets: number;
  tickets_by_status: Record<string, number>;
  comments: number;
  ratings: number;
}

interface Message {
  readonly id: number;
  readonly isFromAgent: boolean;
  readonly isPublic: boolean;
  readonly agent: number;
  readonly body: string;
  readonly at: number;
  readonly files: readonly string[];
}

/** A ticket that no product wrote: each writer below has its own words for it. */
interface PlainTicket {
  readonly id: number;
  readonly requester: number;
  readonly agent: number | null;
  readonly subject: string;
  readonly status: 'open' | 'pending' | 'resolved' | 'closed';
  readonly messages: readonly Message[];
  /** 1 or 5; null for no rating. */
  readonly score: number | null;
}

const STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
const AGENTS = ['Cleo Diaz', 'Ben Ito', 'Dana Fox'];
const DAY = 86_400;
/** 1 January 2025, in seconds. */
const START = 1_735_689_600;

/** A desk's tickets: the same for the same seed. */
export function makeTickets(count: number, seed = 1): PlainTicket[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, index): PlainTicket => {
    const status = STATUSES[random.integer(0, 3)] ?? 'open';
    const at = START + index * 600;
    const length = random.integer(1, 5);
    return {
      id: index + 1,
      requester: random.integer(1, Math.max(2, Math.floor(count / 2))),
      agent: random.chance(0.8) ? random.integer(0, AGENTS.length - 1) : null,
      subject: `Order ${index + 1} has not arrived`,
      status,
      messages: Array.from({ length }, (_, position) => ({
        id: (index + 1) * 10 + position,
        isFromAgent: position % 2 === 1,
        isPublic: position !== 3,
        agent: random.integer(0, AGENTS.length - 1),
        body: `Message ${position + 1} about order ${index + 1}`,
        at: at + position * 3_600,
        files: random.chance(0.2) ? [`photo-${index}-${position}.jpg`, 'receipt.pdf'] : [],
      })),
      score: random.chance(0.4) && (status === 'resolved' || status === 'closed') ? random.integer(0, 1) * 4 + 1 : null,
    };
  });
}

export function expectedOf(tickets: readonly PlainTicket[]): ExpectedCounts {
  const byStatus: Record<string, number> = {};
  for (const status of STATUSES.toSorted()) {
    const n = tickets.filter((ticket) => ticket.status === status).length;
    if (n > 0) byStatus[status] = n;
  }
  return {
    customers: new Set(tickets.map(({ requester }) => requester)).size,
    tickets: tickets.length,
    tickets_by_status: byStatus,
    comments: tickets.reduce((sum, { messages }) => sum + messages.length, 0),
    ratings: tickets.filter(({ score }) => score !== null).length,
  };
}

const requesters = (tickets: readonly PlainTicket[]) => [...new Set(tickets.map(({ requester }) => requester))];
const nameOf = (requester: number) => `Customer ${requester}`;
const emailOf = (requester: number) => `customer.${requester}@example.org`;
const phoneOf = (requester: number) => `+3460${String(requester).padStart(7, '0')}`;
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000', '');
const authorOf = (message: Message, ticket: PlainTicket) =>
  message.isFromAgent ? 900_000 + message.agent : ticket.requester;

async function write(folder: string, file: string, content: Iterable<string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await pipeline(Readable.from(content), createWriteStream(path.join(folder, file)));
}

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`);

function zendeskTicket(ticket: PlainTicket, withComments: boolean): object {
  const [first] = ticket.messages;
  return {
    url: `https://example.zendesk.com/api/v2/tickets/${ticket.id}.json`,
    id: ticket.id,
    external_id: null,
    via: { channel: ticket.id % 2 === 0 ? 'email' : 'web', source: { from: {}, to: {}, rel: null } },
    created_at: iso(first?.at ?? START),
    updated_at: iso((first?.at ?? START) + DAY),
    type: 'question',
    subject: ticket.subject,
    raw_subject: ticket.subject,
    description: first?.body,
    priority: ['low', 'normal', 'high', 'urgent', null][ticket.id % 5],
    status: { open: 'open', pending: 'hold', resolved: 'solved', closed: 'closed' }[ticket.status],
    requester_id: ticket.requester,
    submitter_id: ticket.requester,
    assignee_id: ticket.agent === null ? null : 900_000 + ticket.agent,
    organization_id: 55,
    group_id: 77,
    tags: ['moved', `month_${(ticket.id % 12) + 1}`],
    custom_fields: [
      { id: 360_001, value: ticket.id % 3 === 0 ? 'E14' : null },
      { id: 360_002, value: false },
    ],
    satisfaction_rating:
      ticket.score === null
        ? { score: 'unoffered' }
        : { score: ticket.score > 3 ? 'good' : 'bad', id: 5_000 + ticket.id },
    ...(withComments ? { comments: ticket.messages.map((message) => zendeskComment(message, ticket)) } : {}),
  };
}

function zendeskComment(message: Message, ticket: PlainTicket): object {
  return {
    id: message.id,
    type: 'Comment',
    author_id: authorOf(message, ticket),
    body: message.body,
    html_body: `<p>${message.body}</p>`,
    plain_body: message.body,
    public: message.isPublic,
    attachments: message.files.map((file) => ({
      file_name: file,
      content_url: `https://example.com/${file}`,
      size: 5,
    })),
    created_at: iso(message.at),
  };
}

const zendeskUsers = (tickets: readonly PlainTicket[]) => [
  ...requesters(tickets).map((requester) => ({
    id: requester,
    name: nameOf(requester),
    email: emailOf(requester),
    phone: phoneOf(requester),
    role: 'end-user',
    created_at: iso(START - DAY),
  })),
  ...AGENTS.map((name, index) => ({
    id: 900_000 + index,
    name,
    email: `agent${index}@example.com`,
    role: index === 0 ? 'admin' : 'agent',
  })),
];

/** The JSON export: one object a line. */
export async function writeZendesk(folder: string, tickets: readonly PlainTicket[]): Promise<void> {
  await write(folder, 'export-1.json', lines(tickets.map((ticket) => zendeskTicket(ticket, true))));
  await write(folder, 'export-2.json', lines(zendeskUsers(tickets)));
  await write(folder, 'export-3.json', lines([{ id: 55, name: 'Lumen Cycles', domain_names: ['lumen.example'] }]));
}

/** Pages of the API: incremental tickets, whose second page has the first one's last ticket again, and ticket events. */
export async function writeZendeskPages(folder: string, tickets: readonly PlainTicket[]): Promise<void> {
  const half = Math.ceil(tickets.length / 2);
  const [first, second] = [tickets.slice(0, half), tickets.slice(half - 1)];
  const page = (name: string, items: readonly object[]) => [
    JSON.stringify(
      { count: items.length, end_time: START, next_page: null, [name]: items, end_of_stream: true },
      null,
      1,
    ),
  ];
  const stale = first.map((ticket, index) =>
    index === half - 1
      ? {
          ...zendeskTicket({ ...ticket, status: ticket.status === 'open' ? 'pending' : 'open' }, false),
          updated_at: iso(START - DAY),
        }
      : zendeskTicket(ticket, false),
  );
  await write(folder, 'a.json', page('tickets', stale));
  await write(
    folder,
    'b.json',
    page(
      'tickets',
      second.map((ticket) => zendeskTicket(ticket, false)),
    ),
  );
  await write(folder, 'c.json', page('users', zendeskUsers(tickets)));
  const events = tickets.flatMap((ticket) =>
    ticket.messages.map((message) => ({
      id: message.id,
      ticket_id: ticket.id,
      timestamp: message.at,
      created_at: iso(message.at),
      event_type: 'Audit',
      child_events: [
        { id: 1, event_type: 'Change', status: 'open' },
        { ...zendeskComment(message, ticket), event_type: 'Comment' },
      ],
    })),
  );
  await write(folder, 'd.json', page('ticket_events', events));
  const ratings = tickets.flatMap(({ id, score }) =>
    score === null
      ? []
      : [
          // Rated twice; the last one counts.
          { id: 4_000 + id, ticket_id: id, score: 'offered', created_at: iso(START), updated_at: iso(START) },
          {
            id: 5_000 + id,
            ticket_id: id,
            score: score > 3 ? 'good' : 'bad',
            comment: 'Fine',
            created_at: iso(START + DAY),
            updated_at: iso(START + DAY),
          },
        ],
  );
  await write(folder, 'e.json', page('satisfaction_ratings', ratings));
  await write(folder, 'f.json', page('ticket_fields', [{ id: 360_001, title: 'Error code', raw_title: 'Error code' }]));
}

export async function writeIntercom(folder: string, tickets: readonly PlainTicket[]): Promise<void> {
  const author = (message: Message, ticket: PlainTicket) =>
    message.isFromAgent
      ? { type: 'admin', id: String(900_000 + message.agent), name: AGENTS[message.agent] }
      : {
          type: 'user',
          id: String(ticket.requester),
          name: nameOf(ticket.requester),
          email: emailOf(ticket.requester),
        };
  const conversations = tickets.map((ticket) => {
    const [first, ...rest] = ticket.messages;
    return {
      type: 'conversation',
      id: String(ticket.id),
      title: null,
      created_at: first?.at,
      updated_at: (first?.at ?? 0) + DAY,
      source: {
        type: ticket.id % 2 === 0 ? 'email' : 'conversation',
        subject: `<p>${ticket.subject}</p>`,
        body: `<p>${first?.body}</p>`,
        author: first === undefined ? {} : author(first, ticket),
        attachments: (first?.files ?? []).map((name) => ({ type: 'upload', name })),
      },
      contacts: { type: 'contact.list', contacts: [{ type: 'contact', id: String(ticket.requester) }] },
      open: ticket.status === 'open',
      state: { open: 'open', pending: 'snoozed', resolved: 'closed', closed: 'closed' }[ticket.status],
      priority: 'not_priority',
      admin_assignee_id: ticket.agent === null ? null : 900_000 + ticket.agent,
      tags: { type: 'tag.list', tags: [{ type: 'tag', id: '1', name: 'moved' }] },
      conversation_rating:
        ticket.score === null ? null : { rating: ticket.score, remark: 'Thanks', created_at: START + DAY },
      custom_attributes: { issue_type: 'Delivery' },
      conversation_parts: {
        type: 'conversation_part.list',
        conversation_parts: [
          ...rest.map((message) => ({
            type: 'conversation_part',
            id: String(message.id),
            part_type: message.isPublic ? 'comment' : 'note',
            body: `<p>${message.body}</p>`,
            created_at: message.at,
            author: author(message, ticket),
            attachments: message.files.map((name) => ({ type: 'upload', name })),
          })),
          {
            type: 'conversation_part',
            id: '1',
            part_type: 'close',
            body: null,
            created_at: START,
            author: { type: 'admin', id: '900000' },
          },
        ],
      },
    };
  });
  await write(folder, 'conversations.json', [
    JSON.stringify({ type: 'conversation.list', pages: { page: 1 }, conversations }),
  ]);
  const contacts = requesters(tickets).map((requester) => ({
    type: 'contact',
    id: String(requester),
    role: 'user',
    email: emailOf(requester),
    phone: phoneOf(requester),
    name: nameOf(requester),
    created_at: START - DAY,
  }));
  await write(folder, 'contacts.json', [
    JSON.stringify({ type: 'list', data: contacts, total_count: contacts.length }),
  ]);
  const admins = AGENTS.map((name, index) => ({
    type: 'admin',
    id: String(900_000 + index),
    name,
    email: `a${index}@example.com`,
  }));
  await write(folder, 'admins.json', [JSON.stringify({ type: 'admin.list', admins })]);
}

const FRESHDESK_STATUS = { open: 2, pending: 3, resolved: 4, closed: 5 };

/** Objects of the API, in lists. */
export async function writeFreshdesk(folder: string, tickets: readonly PlainTicket[]): Promise<void> {
  const objects = tickets.map((ticket) => {
    const [first, ...rest] = ticket.messages;
    return {
      id: ticket.id,
      subject: ticket.subject,
      description: `<div>${first?.body}</div>`,
      description_text: first?.body,
      status: FRESHDESK_STATUS[ticket.status],
      priority: (ticket.id % 4) + 1,
      source: ticket.id % 2 === 0 ? 1 : 2,
      type: 'Question',
      requester_id: ticket.requester,
      responder_id: ticket.agent === null ? null : 900_000 + ticket.agent,
      company_id: 55,
      tags: ['moved'],
      custom_fields: { cf_error: null },
      attachments: (first?.files ?? []).map((name) => ({ id: 1, name })),
      created_at: iso(first?.at ?? START),
      updated_at: iso((first?.at ?? START) + DAY),
      conversations: rest.map((message) => ({
        id: message.id,
        body: `<div>${message.body}</div>`,
        body_text: message.body,
        incoming: !message.isFromAgent,
        private: !message.isPublic,
        user_id: authorOf(message, ticket),
        created_at: iso(message.at),
        attachments: message.files.map((name) => ({ id: 1, name })),
      })),
    };
  });
  await write(folder, 'tickets.json', [JSON.stringify(objects)]);
  const contacts = requesters(tickets).map((requester) => ({
    id: requester,
    name: nameOf(requester),
    email: emailOf(requester),
    phone: null,
    mobile: phoneOf(requester),
    created_at: iso(START - DAY),
  }));
  await write(folder, 'contacts.json', [JSON.stringify(contacts)]);
  const agents = AGENTS.map((name, index) => ({
    id: 900_000 + index,
    available: true,
    contact: { name, email: `agent${index}@example.com`, active: true },
  }));
  await write(folder, 'agents.json', [JSON.stringify(agents)]);
  const ratings = tickets.flatMap(({ id, score }) =>
    score === null
      ? []
      : [
          {
            id: 5_000 + id,
            survey_id: 1,
            ticket_id: id,
            feedback: 'Fine',
            ratings: { default_question: score > 3 ? 103 : -103 },
            created_at: iso(START + DAY),
            updated_at: iso(START + DAY),
          },
        ],
  );
  await write(folder, 'satisfaction_ratings.json', [JSON.stringify(ratings)]);
  await write(folder, 'companies.json', [
    JSON.stringify([{ id: 55, name: 'Lumen, Cycles', domains: ['lumen.example'] }]),
  ]);
}

/** The files of the account export. */
export async function writeFreshdeskXml(folder: string, tickets: readonly PlainTicket[]): Promise<void> {
  const files = (names: readonly string[]) =>
    `<attachments type="array">${names
      .map((name) => `<attachment><content-file-name>${name}</content-file-name></attachment>`)
      .join('')}</attachments>`;
  function* ticketElements() {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<helpdesk-tickets type="array">\n';
    for (const ticket of tickets) {
      const [first, ...rest] = ticket.messages;
      yield `<helpdesk-ticket>
  <id type="integer">${ticket.id + 70_000}</id>
  <display-id type="integer">${ticket.id}</display-id>
  <subject>${ticket.subject} &amp; more</subject>
  <description><![CDATA[${first?.body}]]></description>
  <status type="integer">${FRESHDESK_STATUS[ticket.status]}</status>
  <priority type="integer">2</priority>
  <source type="integer">1</source>
  <requester-id type="integer">${ticket.requester}</requester-id>
  <responder-id type="integer"${ticket.agent === null ? ' nil="true"/>' : `>${900_000 + ticket.agent}</responder-id>`}
  <created-at type="datetime">${iso(first?.at ?? START)}</created-at>
  <updated-at type="datetime">${iso((first?.at ?? START) + DAY)}</updated-at>
  ${files(first?.files ?? [])}
  <custom-field><order-number nil="true"/></custom-field>
  <notes type="array">${rest
    .map(
      (message) => `<helpdesk-note>
    <body>${message.body}</body><body-html>&lt;div&gt;${message.body}&lt;/div&gt;</body-html>
    <incoming type="boolean">${!message.isFromAgent}</incoming><private type="boolean">${!message.isPublic}</private>
    <user-id type="integer">${authorOf(message, ticket)}</user-id>
    <created-at type="datetime">${iso(message.at)}</created-at>${files(message.files)}
  </helpdesk-note>`,
    )
    .join('')}</notes>
</helpdesk-ticket>\n`;
    }
    yield '</helpdesk-tickets>\n';
  }
  await write(folder, 'Tickets0.xml', ticketElements());
  const user = (id: number, name: string, email: string, phone: string | null, isAgent: boolean) =>
    `<user><id type="integer">${id}</id><name>${name}</name><email>${email}</email><phone nil="true"/>` +
    `${phone === null ? '<mobile nil="true"/>' : `<mobile>${phone}</mobile>`}` +
    `<helpdesk-agent type="boolean">${isAgent}</helpdesk-agent><created-at type="datetime">${iso(START - DAY)}</created-at></user>`;
  const users = [
    ...requesters(tickets).map((one) => user(one, nameOf(one), emailOf(one), phoneOf(one), false)),
    ...AGENTS.map((name, index) => user(900_000 + index, name, `agent${index}@example.com`, null, true)),
  ];
  await write(folder, 'Users.xml', [`<users type="array">${users.join('\n')}</users>`]);
}

export async function writeCsv(folder: string, tickets: readonly PlainTicket[]): Promise<void> {
  const local = (seconds: number) => iso(seconds).replace('T', ' ').replace('Z', '');
  await write(folder, 'tickets.csv', [
    csvLine([
      'Ticket ID',
      'Subject',
      'Status',
      'Priority',
      'Source',
      'Full name',
      'Email',
      'Work phone',
      'Agent',
      'Created time',
      'Tags',
      'Description',
      'Attachments',
      'Rating',
      'Product',
    ]),
    ...tickets.map((ticket) => {
      const [first] = ticket.messages;
      return csvLine([
        ticket.id,
        ticket.subject,
        ticket.status,
        'Medium',
        'Email',
        nameOf(ticket.requester),
        emailOf(ticket.requester),
        phoneOf(ticket.requester),
        ticket.agent === null ? '' : AGENTS[ticket.agent],
        local(first?.at ?? START),
        'moved,csv',
        first?.body,
        first?.files.join(';'),
        ticket.score,
        'Wheel',
      ]);
    }),
  ]);
  await write(folder, 'comments.csv', [
    csvLine(['Ticket ID', 'Author', 'Author email', 'Body', 'Public', 'Created at', 'Attachments']),
    ...tickets.flatMap((ticket) =>
      ticket.messages
        .slice(1)
        .map((message) =>
          csvLine([
            ticket.id,
            message.isFromAgent ? AGENTS[message.agent] : nameOf(ticket.requester),
            message.isFromAgent ? `agent${message.agent}@example.com` : emailOf(ticket.requester),
            message.body,
            message.isPublic ? 'yes' : 'no',
            local(message.at),
            message.files.join(';'),
          ]),
        ),
    ),
  ]);
  await write(folder, 'customers.csv', [
    csvLine(['ID', 'Name', 'Email', 'Phone']),
    ...requesters(tickets).map((one) => csvLine([one, nameOf(one), emailOf(one), phoneOf(one)])),
  ]);
  await writeFile(path.join(folder, 'notes.txt'), 'Not part of it');
}
