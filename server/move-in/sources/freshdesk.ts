import { htmlToText } from '../plain-text.ts';
import type { SourceComment, SourceField, SourceItem, SourcePerson, SourceRating, SourceReader } from '../source.ts';
import { personById } from '../source.ts';
import { firstText, isObject, isTrue, listOf, objectOf, textOf, timeOf, valuesOf, type JsonObject } from '../values.ts';

/**
 * Exports of Freshdesk: the XML or JSON files of its account export, and the objects of its API, version 2 (tickets with
 * conversations, contacts, agents, companies, groups, satisfaction ratings). Fields as in docs/moving-in.md, "Freshdesk".
 */
export const freshdesk: SourceReader = {
  fieldNames: {
    ticket: { created_utc: 'created_at', resolved_utc: 'stats.resolved_at' },
    comment: { created_utc: 'created_at' },
    customer: { first_seen_utc: 'created_at', display_name: 'name' },
  },
  lists: ['tickets', 'contacts', 'agents', 'results'],
  read(value) {
    for (const [name, read] of WRAPPED) {
      const inner = value[name];
      if (isObject(inner)) return read(inner);
    }
    if ('ratings' in value && 'ticket_id' in value) return readRating(value);
    if ('ticket_id' in value && ('body' in value || 'body_text' in value)) return readOwnComment(value);
    if ('requester_id' in value) return readTicket(value);
    if (isObject(value['contact'])) return readAgent(value);
    if ('domains' in value) return nameOf('company', value);
    if ('agent_ids' in value || 'escalate_to' in value) return nameOf('group', value);
    return 'email' in value || 'mobile' in value ? readUser(value) : null;
  },
};

/** Elements and wrappers of the account export. */
const WRAPPED: readonly (readonly [string, (value: JsonObject) => SourceItem | null])[] = [
  ['helpdesk_ticket', readTicket],
  ['user', readUser],
  ['agent', readAgent],
  ['customer', (value) => nameOf('company', value)],
  ['company', (value) => nameOf('company', value)],
  ['group', (value) => nameOf('group', value)],
];

function nameOf(kind: 'company' | 'group', value: JsonObject): SourceItem | null {
  const [id, name] = [textOf(value['id']), textOf(value['name'])];
  return id === null || name === null ? null : { is: 'name', of: `${kind} ${id}`, name };
}

function readPerson(person: JsonObject, id: string | null, isAgent: boolean): SourcePerson {
  return {
    id,
    name: textOf(person['name']),
    email: textOf(person['email']),
    phone: firstText(person['mobile'], person['phone']),
    isAgent,
    createdUtc: timeOf(person['created_at']),
  };
}

function readUser(user: JsonObject): SourceItem {
  const isAgent = isTrue(user['helpdesk_agent']);
  return { is: 'person', person: readPerson(user, textOf(user['id']), isAgent) };
}

/** An agent is a contact with the agent's own id; tickets and comments name the latter. In the export it has the user inside. */
function readAgent(agent: JsonObject): SourceItem {
  const contact = objectOf(agent['contact'] ?? agent['user']);
  const id = firstText(agent['user_id'], agent['id']);
  return { is: 'person', person: readPerson({ ...agent, ...contact }, id, true) };
}

function readComment(comment: JsonObject): SourceComment {
  const html = firstText(comment['body_html'], comment['body']);
  const text =
    'body_text' in comment || 'body_html' in comment ? firstText(comment['body_text'], comment['body']) : null;
  return {
    authorId: textOf(comment['user_id']),
    authorName: null,
    authorKind: isTrue(comment['incoming']) ? 'customer' : null,
    body: text ?? htmlToText(html ?? ''),
    isPublic: !isTrue(comment['private']),
    createdUtc: timeOf(comment['created_at']),
    attachments: attachmentsOf(comment),
  };
}

function attachmentsOf(value: JsonObject): string[] {
  return listOf(value['attachments']).flatMap((one) => {
    const attachment = objectOf(objectOf(one)['attachment'] ?? one);
    return firstText(attachment['name'], attachment['content_file_name']) ?? [];
  });
}

function readOwnComment(comment: JsonObject): SourceItem | null {
  const ticketId = textOf(comment['ticket_id']);
  return ticketId === null ? null : { is: 'comments', ticketId, comments: [readComment(comment)] };
}

function readRating(rating: JsonObject): SourceItem | null {
  const found = ratingOf(rating, textOf(rating['ticket_id']));
  return found === null ? null : { is: 'rating', rating: found };
}

function ratingOf(rating: JsonObject, ticketId: string | null): SourceRating | null {
  const score = firstText(objectOf(rating['ratings'])['default_question'], rating['rating']);
  if (score === null || ticketId === null) return null;
  return {
    id: textOf(rating['id']),
    ticketId,
    score,
    comment: textOf(rating['feedback']),
    createdUtc: timeOf(rating['created_at']),
    updatedUtc: timeOf(rating['updated_at']),
  };
}

function readTicket(ticket: JsonObject): SourceItem | null {
  // The number that people know; the export's own `id` is another one.
  const id = firstText(ticket['display_id'], ticket['id']);
  if (id === null) return null;
  const requester = objectOf(ticket['requester']);
  const stats = objectOf(ticket['stats'] ?? ticket['ticket_states']);
  const requesterId = firstText(ticket['requester_id'], requester['id']);
  const createdUtc = timeOf(ticket['created_at']);
  const html = firstText(ticket['description_html'], ticket['description']);
  const isExport = 'display_id' in ticket;
  return {
    is: 'ticket',
    ticket: {
      id,
      subject: textOf(ticket['subject']),
      status: textOf(ticket['status']),
      priority: textOf(ticket['priority']),
      channel: textOf(ticket['source']),
      requester: isObject(ticket['requester'])
        ? readPerson(requester, requesterId, false)
        : namedRequester(ticket, requesterId),
      assigneeId: textOf(ticket['responder_id']),
      assigneeName: isExport ? agentName(ticket) : null,
      createdUtc,
      updatedUtc: timeOf(ticket['updated_at']),
      resolvedUtc: timeOf(stats['resolved_at'] ?? stats['closed_at']),
      tags: listOf(ticket['tags']).flatMap(
        (tag) => firstText(tag, objectOf(objectOf(tag)['tag'] ?? tag)['name']) ?? [],
      ),
      fields: readFields(ticket),
      opening: {
        // A message that an agent sent first; everything else comes from the requester.
        authorId: textOf(ticket['source']) === OUTBOUND ? textOf(ticket['responder_id']) : requesterId,
        authorName: null,
        authorKind: null,
        body: firstText(ticket['description_text'], isExport ? ticket['description'] : null) ?? htmlToText(html ?? ''),
        isPublic: true,
        createdUtc,
        attachments: attachmentsOf(ticket),
      },
      isOpeningRepeated: false,
      comments: [...listOf(ticket['conversations']), ...listOf(ticket['notes'])]
        .filter(isObject)
        .map((comment) => readComment(objectOf(comment['note'] ?? comment['helpdesk_note'] ?? comment))),
      rating: null,
    },
  };
}

const OUTBOUND = '10';

function namedRequester(ticket: JsonObject, id: string | null): SourcePerson | null {
  const person = personById(id);
  return person === null ? null : { ...person, name: textOf(ticket['requester_name']), email: textOf(ticket['email']) };
}

function agentName(ticket: JsonObject): string | null {
  const name = textOf(ticket['responder_name']);
  return name === 'No Agent' || textOf(ticket['responder_id']) === null ? null : name;
}

function readFields(ticket: JsonObject): SourceField[] {
  const custom = objectOf(ticket['custom_fields'] ?? ticket['custom_field']);
  const ofId = (key: 'company' | 'group', value: unknown) =>
    valuesOf(value).map((one) => ({ key, value: one, valueName: `${key} ${one}` }));
  return [
    ...valuesOf(ticket['type'] ?? ticket['ticket_type']).map((value) => ({ key: 'type', value })),
    ...ofId('company', ticket['company_id']),
    ...ofId('group', ticket['group_id']),
    ...Object.entries(custom).flatMap(([key, value]) => valuesOf(value).map((one) => ({ key, value: one }))),
  ];
}
