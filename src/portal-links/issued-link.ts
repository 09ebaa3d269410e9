import type { Body, Reply } from '#contract/operation.ts';
import type { issuePortalToken } from '#contract/portal.ts';

const DAY_MS = 86_400_000;
/** Between two clocks and a slow answer. */
const SLACK_MS = 10 * 60_000;

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
  /** The request. */
  readonly body: IssueBody;
}

/** @param nowMs when the answer came, in ms since 1970 */
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

/** Of a service that does not say it: a new link has not been opened, and ends when it was asked to. */
function looksReused(reply: Reply<typeof issuePortalToken>, body: IssueBody, nowMs: number): boolean {
  if (reply.token === undefined || reply.use_count > 0) return true;
  return Math.abs(Date.parse(reply.expires_utc) - nowMs - body.expiry_days * DAY_MS) > SLACK_MS;
}
