import type { Body } from '#contract/operation.ts';
import type { issuePortalToken } from '#contract/portal.ts';

export type IssueBody = Body<typeof issuePortalToken>;

/** A link as it was answered. Its secret is in the state of the component that shows it, and nowhere else. */
export interface IssuedLink {
  readonly id: bigint;
  readonly email: string;
  /** Null where the service names a link that was there already and does not show it again. */
  readonly secret: { readonly url: string; readonly token: string } | null;
  readonly expiresUtc: string;
  readonly useCount: number;
  readonly isReused: boolean;
  /** What was asked for. */
  readonly body: IssueBody;
}
