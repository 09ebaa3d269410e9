import * as z from 'zod/mini';
import { COMMENT_AUTHORS } from '#contract/tickets.ts';
import type { JsonObject } from './values.ts';

/** Products whose exports can be moved in. */
export const SOURCES = ['zendesk', 'intercom', 'freshdesk', 'csv'] as const;
export type SourceName = (typeof SOURCES)[number];

/** A customer or an agent; in a ticket what it says of them itself. */
export interface SourcePerson {
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly isAgent: boolean;
  /** As `timeOf` answers it. */
  readonly createdUtc: string | null;
}

/** Texts are plain; attachments are names of files. */
export const sourceComment = z.object({
  authorId: z.nullable(z.string()),
  authorName: z.nullable(z.string()),
  /** Null: by the person with the id. */
  authorKind: z.nullable(z.enum(COMMENT_AUTHORS)),
  body: z.string(),
  isPublic: z.boolean(),
  createdUtc: z.nullable(z.string()),
  attachments: z.array(z.string()),
});
export type SourceComment = z.output<typeof sourceComment>;

export const sourceRating = z.object({
  id: z.nullable(z.string()),
  ticketId: z.string(),
  /** As the product writes it. */
  score: z.string(),
  comment: z.nullable(z.string()),
  createdUtc: z.nullable(z.string()),
  updatedUtc: z.nullable(z.string()),
});
export type SourceRating = z.output<typeof sourceRating>;

/** A value of a ticket that has no place of its own and may become a tag. */
export interface SourceField {
  /** The name in the mapping, such as `360012345` or `type`. */
  readonly key: string;
  readonly value: string;
  /** Under which the value has a name in the export, such as `organization 55`. */
  readonly valueName?: string;
}

export interface SourceTicket {
  readonly id: string;
  readonly subject: string | null;
  /** Status, priority and channel as the product writes them; null where they are absent. */
  readonly status: string | null;
  readonly priority: string | null;
  readonly channel: string | null;
  readonly requester: SourcePerson | null;
  readonly assigneeId: string | null;
  readonly assigneeName: string | null;
  readonly createdUtc: string | null;
  readonly updatedUtc: string | null;
  readonly resolvedUtc: string | null;
  readonly tags: readonly string[];
  readonly fields: readonly SourceField[];
  /** The first message, where it is no comment. */
  readonly opening: SourceComment | null;
  /** Whether the first message is the first comment as well, if there are comments. */
  readonly isOpeningRepeated: boolean;
  readonly comments: readonly SourceComment[];
  readonly rating: SourceRating | null;
}

/** An object of an export. */
export type SourceItem =
  | { readonly is: 'person'; readonly person: SourcePerson }
  | { readonly is: 'ticket'; readonly ticket: SourceTicket }
  | { readonly is: 'comments'; readonly ticketId: string; readonly comments: readonly SourceComment[] }
  | { readonly is: 'rating'; readonly rating: SourceRating }
  /** A row that belongs to nothing. */
  | { readonly is: 'problem'; readonly message: string }
  /** When a ticket was resolved, in another object than the ticket. */
  | { readonly is: 'resolved'; readonly ticketId: string; readonly resolvedUtc: string }
  /** The name of a field, an organization or a group. */
  | { readonly is: 'name'; readonly of: string; readonly name: string };

/** The name in an export of each field of our rows, for messages; a field that is absent here has our name. */
export interface FieldNames {
  readonly ticket: Readonly<Record<string, string>>;
  readonly comment: Readonly<Record<string, string>>;
  readonly customer: Readonly<Record<string, string>>;
}

/** Reads the objects of one product's export. */
export interface SourceReader {
  readonly fieldNames: FieldNames;
  /** Names of lists in a page of its API. */
  readonly lists: readonly string[];
  /** Null for what the move-in has no use for. */
  readonly read: (value: JsonObject, file: string) => SourceItem | null;
}

/** A person whom a ticket names by id alone. */
export function personById(id: string | null): SourcePerson | null {
  return id === null ? null : { id, name: null, email: null, phone: null, isAgent: false, createdUtc: null };
}
