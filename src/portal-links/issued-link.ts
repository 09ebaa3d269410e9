import type { Body, Reply } from '#contract/operation.ts';
import type { issuePortalToken } from '#contract/portal.ts';

const DAY_MS = 86_400_000;
/** Allowance for clock skew and a slow reply. */
const SLACK_MS = 10 * 60_000;

export type IssueBody = Body<typeof issuePortalToken>;

/** A link as the service replied. Its secret is only in the state of the component that shows it. */
export interface IssuedLink {
  readonly id: bigint;
  readonly email: string;
  /** Null if the service does not show a reused link again. */
  readonly secret: { readonly url: string; readonly token: string } | null;
  readonly expiresUtc: string;
  readonly useCount: number;
  readonly isReused: boolean;
  /** The request. */
  readonly body: IssueBody;
}

/** @param nowMs time of the reply, in ms since 1970 */
export function toIssued(reply: Reply<typeof issuePortalToken>, body: IssueBody, nowMs: number): IssuedLink {
  const { id, requester_email: email, token, token_url: url, expires_utc: expiresUtc, use_count: useCount } = reply;
  return {
    id,
    email,
    secret: token === undefined || url === undefined ? null : { url, token },
    expiresUtc,
    useCount,
    isReused: reply.reused ?? looksReused(reply, body, nowMs),
    body,
  };
}

/** For a service that does not send `reused`: a new link has no uses and the requested expiry. */
function looksReused(reply: Reply<typeof issuePortalToken>, body: IssueBody, nowMs: number): boolean {
  if (reply.token === undefined || reply.use_count > 0) return true;
  return Math.abs(Date.parse(reply.expires_utc) - nowMs - body.expiry_days * DAY_MS) > SLACK_MS;
}
