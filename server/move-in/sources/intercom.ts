import { htmlToText } from '../plain-text.ts';
import type { SourceComment, SourceItem, SourcePerson, SourceRating, SourceReader } from '../source.ts';
import { personById } from '../source.ts';
import { firstText, isObject, listOf, objectOf, textOf, timeOf, valuesOf, type JsonObject } from '../values.ts';

const CONTACTS = new Set(['contact', 'user', 'lead']);
/** Parts that other agents alone see. */
const INTERNAL = new Set(['note', 'note_and_reopen', 'assignment', 'assign_and_unsnooze', 'away_mode_assignment']);

/**
 * Exports of Intercom: its objects as its API answers them (conversations with their parts, contacts, admins, teams). Fields
 * as in docs/moving-in.md, "Intercom".
 */
export const intercom: SourceReader = {
  fieldNames: {
    ticket: { created_utc: 'created_at', resolved_utc: 'statistics.last_close_at' },
    comment: { created_utc: 'created_at' },
    customer: { first_seen_utc: 'created_at', display_name: 'name' },
  },
  lists: ['conversations', 'data', 'admins', 'teams'],
  read(value) {
    const type = textOf(value['type']);
    if (type === 'conversation' || 'conversation_parts' in value) return readConversation(value);
    if (type === 'admin') return { is: 'person', person: readPerson(value, true) };
    if (type === 'team') return nameOfTeam(value);
    if ((type !== null && CONTACTS.has(type)) || 'role' in value)
      return { is: 'person', person: readPerson(value, false) };
    return null;
  },
};

function nameOfTeam(team: JsonObject): SourceItem | null {
  const [id, name] = [textOf(team['id']), textOf(team['name'])];
  return id === null || name === null ? null : { is: 'name', of: `team ${id}`, name };
}

function readPerson(person: JsonObject, isAgent: boolean): SourcePerson {
  return {
    id: textOf(person['id']),
    name: textOf(person['name']),
    email: textOf(person['email']),
    phone: textOf(person['phone']),
    isAgent,
    createdUtc: timeOf(person['created_at'] ?? person['signed_up_at']),
  };
}

function readMessage(message: JsonObject, { isPublic }: { readonly isPublic: boolean }): SourceComment {
  const author = objectOf(message['author']);
  const type = textOf(author['type']);
  const kind = type === 'admin' || type === 'team' ? 'agent' : type === 'bot' ? 'ai' : 'customer';
  return {
    authorId: textOf(author['id']),
    authorName: textOf(author['name']),
    authorKind: kind,
    body: htmlToText(textOf(message['body']) ?? ''),
    isPublic,
    createdUtc: timeOf(message['created_at']),
    attachments: listOf(message['attachments']).flatMap((one) => textOf(objectOf(one)['name']) ?? []),
  };
}

function readConversation(conversation: JsonObject): SourceItem | null {
  const id = textOf(conversation['id']);
  if (id === null) return null;
  const source = objectOf(conversation['source'] ?? conversation['conversation_message']);
  const createdUtc = timeOf(conversation['created_at']);
  const opening = readMessage({ created_at: conversation['created_at'], ...source }, { isPublic: true });
  const parts = itemsOf(conversation['conversation_parts'], 'conversation_parts').filter(isObject);
  const assignee = objectOf(conversation['assignee']);
  const statistics = objectOf(conversation['statistics']);
  return {
    is: 'ticket',
    ticket: {
      id,
      subject: subjectOf(conversation, source),
      status: textOf(conversation['state']) ?? (conversation['open'] === false ? 'closed' : 'open'),
      priority: textOf(conversation['priority']),
      channel: textOf(source['type']),
      requester: requesterOf(conversation, source),
      assigneeId: firstText(conversation['admin_assignee_id'], assignee['id']),
      assigneeName: textOf(assignee['name']),
      createdUtc,
      updatedUtc: timeOf(conversation['updated_at']),
      resolvedUtc: timeOf(statistics['last_close_at']),
      tags: itemsOf(conversation['tags'], 'tags').flatMap((tag) => textOf(objectOf(tag)['name']) ?? []),
      fields: [
        ...valuesOf(conversation['team_assignee_id']).map((value) => ({
          key: 'team',
          value,
          valueName: `team ${value}`,
        })),
        ...Object.entries(objectOf(conversation['custom_attributes'])).flatMap(([key, value]) =>
          valuesOf(value).map((one) => ({ key, value: one })),
        ),
      ],
      opening,
      isOpeningRepeated: false,
      comments: parts.map((part) =>
        readMessage(part, { isPublic: !INTERNAL.has(textOf(part['part_type']) ?? 'comment') }),
      ),
      rating: readRating(objectOf(conversation['conversation_rating']), id),
    },
  };
}

/** A list, as it is or inside an object of the list's name. */
function itemsOf(value: unknown, name: string): readonly unknown[] {
  return Array.isArray(value) ? value : listOf(objectOf(value)[name]);
}

function subjectOf(conversation: JsonObject, source: JsonObject): string | null {
  const given = firstText(conversation['title'], source['subject']) ?? textOf(source['body']);
  const [line = ''] = htmlToText(given ?? '').split('\n', 1);
  return textOf(line);
}

function requesterOf(conversation: JsonObject, source: JsonObject): SourcePerson | null {
  const [contact] = itemsOf(conversation['contacts'], 'contacts');
  const author = objectOf(source['author']);
  const isContact = CONTACTS.has(textOf(author['type']) ?? '');
  const id = firstText(objectOf(contact)['id'], objectOf(conversation['user'])['id'], isContact ? author['id'] : null);
  // The author is named in the message itself; the contact may be someone else.
  return isContact && textOf(author['id']) === id ? readPerson(author, false) : personById(id);
}

function readRating(rating: JsonObject, ticketId: string): SourceRating | null {
  const score = textOf(rating['rating']);
  if (score === null) return null;
  const createdUtc = timeOf(rating['created_at']);
  return { id: null, ticketId, score, comment: textOf(rating['remark']), createdUtc, updatedUtc: createdUtc };
}
