import type { ErrorCode } from '#contract/errors.ts';
import type { WebhookFixture } from './make-webhooks.ts';
import type { TestCall, TestSite } from './service.ts';
import type { Operation, Scope } from '#contract/operation.ts';

/** A conversation of the site and the visitor it was with. */
export interface ConversationFixture {
  readonly sessionId: string;
  readonly visitorKey: string;
}

/** A site with one of each thing that a row can speak of. */
export interface Fixture extends TestSite, ConversationFixture {
  readonly agentId: bigint;
  readonly ticketId: bigint;
  readonly ticketNumber: number;
  readonly email: string;
  readonly identityId: bigint;
  /** A note about the customer of the ticket. */
  readonly noteId: bigint;
  /** One more note. */
  makeNote(): Promise<bigint>;
  /** A token that undoes a change of the ticket, made for this. */
  undoToken(options?: { readonly isUsed: boolean }): Promise<string>;
  readonly tagId: bigint;
  /** A personal view of the token. */
  readonly viewId: bigint;
  readonly sharedViewId: bigint;
  /** A browser session of the token, with its scopes unless others were asked for. */
  session(scopes?: readonly string[]): Promise<string>;
  /** A token that has as many views as one keeps. */
  fullOfViews(): Promise<string>;
  /** A tag that no ticket has. */
  makeTag(): Promise<bigint>;
  /** One more personal view. */
  makeView(): Promise<bigint>;
  /** A token of a site that has no AI usage. */
  withoutAi(): Promise<string>;
  /** A token of a site whose hard limit is reached. */
  withAiUsedUp(): Promise<string>;
  /** A token of another site, where channels are not deployed. */
  tokenWithoutChannels(): Promise<string>;
  /** An import of handles whose rows were not stored. */
  readonly importId: bigint;
  /** Imports handles and keeps the rows; the id of that. */
  makeImport(): Promise<bigint>;
  /** The same as the first part of a file; the name of the batch. */
  makeBatch(): Promise<string>;
  /** An active link of somebody without tickets. */
  readonly portalTokenId: bigint;
  readonly webhooks: WebhookFixture;
  /** A customer who has one ticket. */
  makeCustomer(): Promise<bigint>;
  /** Two customers merged into one: the receipt, and who is gone. */
  makeMerge(options?: { readonly isUndone: boolean }): Promise<{ readonly id: bigint; readonly mergedId: bigint }>;
  /** How satisfied the customer of the ticket was. */
  readonly answerId: bigint;
  readonly chartNoteId: bigint;
  /** One more note of a chart. */
  makeChartNote(): Promise<bigint>;
  /** A token of a site that has as many notes of charts as one keeps. */
  fullOfChartNotes(): Promise<string>;
  /** A token of the site that no call is made with. */
  otherToken(options?: { readonly isRevoked: boolean }): Promise<bigint>;
}

export type Example = Pick<TestCall, 'query' | 'body'> & { readonly token?: string };

export interface RowExamples {
  /** A call that succeeds. */
  readonly success: (own: Fixture) => Example | Promise<Example>;
  /** The scope that it needs, where that depends on what it says. */
  readonly scope?: Scope;
  /** How each error of the row's own comes about. */
  readonly errors: Partial<Record<ErrorCode, (own: Fixture) => Example | Promise<Example>>>;
  /** The same call about things of another site, or null for a row that names none. */
  readonly foreign: ((other: Fixture) => Example) | null;
}

/** Beyond every id that a test makes, and beyond 2^53. */
export const ABSENT_ID = 9_007_199_254_740_993n;

/** For a row that names nothing and has no error of its own. */
export const NO_OBJECT = { errors: {}, foreign: null } as const;

/** How tests call a row: `API-ai_reports-GET report=usage`. */
export function titleOfRow({ resource, method, when }: Operation): string {
  return `API-${resource}-${method}${when === undefined ? '' : ` ${when.name}=${when.value}`}`;
}

/** The beginning of each query that means the row. */
export function queryOfRow({ when }: Operation): string {
  return when?.in === 'query' ? `${when.name}=${when.value}&` : '';
}
