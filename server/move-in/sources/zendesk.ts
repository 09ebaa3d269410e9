import type { SourceComment, SourceField, SourceItem, SourcePerson, SourceRating, SourceReader } from '../source.ts';
import { htmlToText } from '../plain-text.ts';
import { personById } from '../source.ts';
import { firstText, isObject, listOf, objectOf, textOf, timeOf, valuesOf, type JsonObject } from '../values.ts';

/**
 * Exports of Zendesk Support: its JSON export, and pages of its API (tickets, incremental tickets and ticket events, users,
 * organizations, ticket fields, satisfaction ratings). Fields as in docs/moving-in.md, "Zendesk".
 */
export const zendesk: SourceReader = {
  fieldNames: {
    ticket: { created_utc: 'created_at', resolved_utc: 'metric_set.solved_at' },
    comment: { created_utc: 'created_at' },
    customer: { first_seen_utc: 'created_at', display_name: 'name' },
  },
  lists: [
    'tickets',
    'ticket_events',
    'users',
    'organizations',
    'groups',
    'ticket_fields',
    'satisfaction_ratings',
    'metric_sets',
    'ticket_metrics',
  ],
  read(value) {
    if (Array.isArray(value['child_events'])) return readEvent(value);
    if ('ticket_id' in value && 'score' in value) return ofRating(readRating(value, textOf(value['ticket_id'])));
    if ('ticket_id' in value && 'reopens' in value) return readMetricSet(value);
    if ('ticket_id' in value && 'author_id' in value) return readOwnComment(value);
    if ('requester_id' in value || ('requester' in value && 'status' in value)) return readTicket(value);
    if ('role' in value) return { is: 'person', person: readPerson(value) };
    return readName(value);
  },
};

function readMetricSet(set: JsonObject): SourceItem | null {
  const [ticketId, resolvedUtc] = [textOf(set['ticket_id']), resolvedIn(set)];
  return ticketId === null || resolvedUtc === null ? null : { is: 'resolved', ticketId, resolvedUtc };
}

/** The last change of the status is the closing of a ticket that was never solved. */
function resolvedIn(set: JsonObject): string | null {
  return timeOf(set['solved_at'] ?? set['status_updated_at']);
}

function ofRating(rating: SourceRating | null): SourceItem | null {
  return rating === null ? null : { is: 'rating', rating };
}

function readPerson(user: JsonObject): SourcePerson {
  const role = textOf(user['role']);
  return {
    id: textOf(user['id']),
    name: textOf(user['name']),
    email: textOf(user['email']),
    phone: textOf(user['phone']),
    isAgent: role !== null && role !== 'end-user',
    createdUtc: timeOf(user['created_at']),
  };
}

function readName(value: JsonObject): SourceItem | null {
  const id = textOf(value['id']);
  if (id === null) return null;
  if ('domain_names' in value) return nameOf(`organization ${id}`, value['name']);
  if ('raw_title' in value || 'title_in_portal' in value) return nameOf(`field ${id}`, value['title']);
  return 'is_public' in value && 'default' in value ? nameOf(`group ${id}`, value['name']) : null;
}

function nameOf(of: string, value: unknown): SourceItem | null {
  const name = textOf(value);
  return name === null ? null : { is: 'name', of, name };
}

/** A ticket event of the incremental export: its comments are among the child events. */
function readEvent(event: JsonObject): SourceItem | null {
  const ticketId = textOf(event['ticket_id']);
  if (ticketId === null) return null;
  const comments = listOf(event['child_events'])
    .filter(isObject)
    .filter((child) => firstText(child['event_type'], child['type']) === 'Comment')
    .map((child) => readComment({ created_at: event['created_at'], ...child }));
  return { is: 'comments', ticketId, comments };
}

function readOwnComment(comment: JsonObject): SourceItem | null {
  const ticketId = textOf(comment['ticket_id']);
  return ticketId === null ? null : { is: 'comments', ticketId, comments: [readComment(comment)] };
}

function readComment(comment: JsonObject): SourceComment {
  const author = objectOf(comment['author']);
  const html = textOf(comment['html_body']);
  const id = firstText(comment['author_id'], author['id']);
  return {
    authorId: id,
    authorName: textOf(author['name']),
    // Zendesk itself.
    authorKind: id === '-1' ? 'system' : null,
    body: firstText(comment['plain_body'], comment['body']) ?? (html === null ? '' : htmlToText(html)),
    isPublic: comment['public'] !== false,
    createdUtc: timeOf(comment['created_at']),
    attachments: listOf(comment['attachments']).flatMap((one) => textOf(objectOf(one)['file_name']) ?? []),
  };
}

function readRating(rating: JsonObject, ticketId: string | null): SourceRating | null {
  const score = textOf(rating['score']);
  if (ticketId === null || score === null) return null;
  return {
    id: textOf(rating['id']),
    ticketId,
    score,
    comment: textOf(rating['comment']),
    createdUtc: timeOf(rating['created_at']),
    updatedUtc: timeOf(rating['updated_at']),
  };
}

function readTicket(ticket: JsonObject): SourceItem | null {
  const id = textOf(ticket['id']);
  if (id === null) return null;
  const requester = objectOf(ticket['requester']);
  const assignee = objectOf(ticket['assignee']);
  const requesterId = firstText(ticket['requester_id'], requester['id']);
  const description = textOf(ticket['description']);
  const createdUtc = timeOf(ticket['created_at']);
  return {
    is: 'ticket',
    ticket: {
      id,
      subject: firstText(ticket['subject'], ticket['raw_subject']),
      status: textOf(ticket['status']),
      priority: textOf(ticket['priority']),
      channel: textOf(objectOf(ticket['via'])['channel']),
      requester: isObject(ticket['requester'])
        ? readPerson({ id: requesterId, ...requester })
        : personById(requesterId),
      assigneeId: firstText(ticket['assignee_id'], assignee['id']),
      assigneeName: textOf(assignee['name']),
      createdUtc,
      updatedUtc: timeOf(ticket['updated_at']),
      resolvedUtc: resolvedIn(objectOf(ticket['metric_set'])),
      tags: listOf(ticket['tags']).flatMap((tag) => textOf(tag) ?? []),
      fields: readFields(ticket),
      opening:
        description === null
          ? null
          : {
              authorId: requesterId,
              authorName: null,
              authorKind: null,
              body: description,
              isPublic: true,
              createdUtc,
              attachments: [],
            },
      isOpeningRepeated: true,
      comments: listOf(ticket['comments']).filter(isObject).map(readComment),
      rating: readRating(objectOf(ticket['satisfaction_rating']), id),
    },
  };
}

function readFields(ticket: JsonObject): SourceField[] {
  const custom = listOf(ticket['custom_fields'] ?? ticket['fields'])
    .filter(isObject)
    .flatMap((field) => {
      const key = textOf(field['id']);
      return key === null ? [] : valuesOf(field['value']).map((value) => ({ key, value }));
    });
  const type = valuesOf(ticket['type']).map((value) => ({ key: 'type', value }));
  const organization = valuesOf(ticket['organization_id']).map((value) => ({
    key: 'organization',
    value,
    valueName: `organization ${value}`,
  }));
  const group = valuesOf(ticket['group_id']).map((value) => ({ key: 'group', value, valueName: `group ${value}` }));
  return [...type, ...organization, ...group, ...custom];
}
