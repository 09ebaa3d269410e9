import type { ErrorCode } from '#contract/errors.ts';
import type { WebhookFixture } from './make-webhooks.ts';
import type { TestCall, TestSite } from './service.ts';
import type { Operation, Scope } from '#contract/operation.ts';

/** A conversation of the site and its visitor. */
export interface ConversationFixture {
  readonly sessionId: string;
  readonly visitorKey: string;
  /** Reviews the conversation and answers its id. */
  makeReview(): Promise<string>;
}

/** A site with one of each record that a row can refer to. */
export interface Fixture extends TestSite, ConversationFixture {
  readonly agentId: bigint;
  readonly ticketId: bigint;
  readonly ticketNumber: number;
  readonly email: string;
  readonly identityId: bigint;
  /** A note about the customer of the ticket. */
  readonly noteId: bigint;
  /** Creates one more note. */
  makeNote(): Promise<bigint>;
  /** Creates a token that undoes a change of the ticket. */
  undoToken(options?: { readonly isUsed: boolean }): Promise<string>;
  readonly tagId: bigint;
  /** A personal view of the token. */
  readonly viewId: bigint;
  readonly sharedViewId: bigint;
  /** Starts a browser session of the token, with its scopes by default. */
  session(scopes?: readonly string[]): Promise<string>;
  /** A token with the maximum number of views. */
  fullOfViews(): Promise<string>;
  /** Creates an unused tag. */
  makeTag(): Promise<bigint>;
  /** Creates one more personal view. */
  makeView(): Promise<bigint>;
  /** A token of a site without AI usage. */
  withoutAi(): Promise<string>;
  /** A token of a site that has reached its hard limit. */
  withAiUsedUp(): Promise<string>;
  /** A token of another site, where channels are not deployed. */
  tokenWithoutChannels(): Promise<string>;
  /** An import of handles whose rows were not stored. */
  readonly importId: bigint;
  /** Imports handles and keeps the rows; answers the id of the import. */
  makeImport(): Promise<bigint>;
  /** Sends the same handles as the first part of a file; answers the name of the batch. */
  makeBatch(): Promise<string>;
  /** An active link of an address without tickets. */
  readonly portalTokenId: bigint;
  readonly webhooks: WebhookFixture;
  /** A customer who has one ticket. */
  makeCustomer(): Promise<bigint>;
  /** Merges two customers; answers the receipt, and the customer that was merged. */
  makeMerge(options?: { readonly isUndone: boolean }): Promise<{ readonly id: bigint; readonly mergedId: bigint }>;
  /** The rating of the ticket by its customer. */
  readonly answerId: bigint;
  readonly chartNoteId: bigint;
  /** Creates one more note of a chart. */
  makeChartNote(): Promise<bigint>;
  /** A token of a site with the maximum number of notes of charts. */
  fullOfChartNotes(): Promise<string>;
  /** A comment that the saved reply answers. */
  readonly commentId: bigint;
  readonly savedReplyId: bigint;
  /** Creates one more saved reply. */
  makeSavedReply(): Promise<bigint>;
  /** A token of a site with the maximum number of saved replies. */
  fullOfReplies(): Promise<string>;
  /** An unused token of the site. */
  otherToken(options?: { readonly isRevoked: boolean }): Promise<bigint>;
}

export type Example = Pick<TestCall, 'query' | 'body'> & { readonly token?: string };

export interface RowExamples {
  /** A successful call. */
  readonly success: (own: Fixture) => Example | Promise<Example>;
  /** The scope that it needs, if that depends on its content. */
  readonly scope?: Scope;
  /** A call for each of the row's own errors. */
  readonly errors: Partial<Record<ErrorCode, (own: Fixture) => Example | Promise<Example>>>;
  /** The same call with records of another site; null for a row that refers to none. */
  readonly foreign: ((other: Fixture) => Example) | null;
}

/** Larger than every id that a test creates, and than 2^53. */
export const ABSENT_ID = 9_007_199_254_740_993n;

/** For a row that refers to no records and has no errors of its own. */
export const NO_OBJECT = { errors: {}, foreign: null } as const;

/** The name of a row in test titles: `API-ai_reports-GET report=usage`. */
export function titleOfRow({ resource, method, when }: Operation): string {
  return `API-${resource}-${method}${when === undefined ? '' : ` ${when.name}=${when.value}`}`;
}

/** The start of each query that selects the row. */
export function queryOfRow({ when }: Operation): string {
  return when?.in === 'query' ? `${when.name}=${when.value}&` : '';
}
