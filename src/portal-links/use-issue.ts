import { useRef, useState } from 'react';
import { writeJson } from '#contract/json.ts';
import type { Reply } from '#contract/operation.ts';
import { issuePortalToken } from '#contract/portal.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { write } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import type { IssueBody, IssuedLink } from './issued-link.ts';

const DAY_MS = 86_400_000;
/** Between two clocks and a slow answer. */
const SLACK_MS = 10 * 60_000;

export interface Issuer {
  /** The link, or null when it failed or another try is still under way. */
  readonly issue: (body: IssueBody) => Promise<IssuedLink | null>;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/**
 * Issues one link an intention: every try with the same content carries the same key until an answer has come, so that
 * an answer that was lost is asked for again instead of a second link being made.
 */
export function useIssue(): Issuer {
  const attempt = useRef<{ readonly content: string; readonly key: string } | null>(null);
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function issue(body: IssueBody): Promise<IssuedLink | null> {
    if (isRunning.current) return null;
    isRunning.current = true;
    // What failed before stays until there is an answer: nothing moves under a second press.
    setBusy(true);
    const content = writeJson(body);
    if (attempt.current?.content !== content) attempt.current = { content, key: randomId() };
    try {
      const reply = await write(issuePortalToken, { body, idempotencyKey: attempt.current.key }, { refetch: 'rest' });
      attempt.current = null;
      setError(null);
      return toIssued(reply, body, Date.now());
    } catch (failure) {
      setError(failure);
      return null;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { issue, isBusy, error };
}

/** No answer, or one that could not be read: the link may exist. */
export function isUnsure(error: unknown): boolean {
  return error instanceof ApiFailure && ['timeout', 'network', 'unreadable', 'server'].includes(error.kind);
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
