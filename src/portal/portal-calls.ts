import * as z from 'zod/mini';
import { parseJson, writeJson } from '#contract/json.ts';
import { openPortal, ratePortalTicket, type PortalRating, type PortalSession } from '#contract/portal-page.ts';

const TIMEOUT_MS = 30_000;

/** Why a call came to nothing, in the words of what the page then shows. */
export type PortalProblem =
  | { readonly kind: 'gone'; readonly requestId: string | null }
  | { readonly kind: 'limited'; readonly seconds: number }
  /** The request is at work again. */
  | { readonly kind: 'conflict' }
  /** No answer: this device is offline, or the service is. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'failed'; readonly requestId: string | null };

type Answer<Data> = { readonly data: Data } | { readonly problem: PortalProblem };

/** Exchanges the link for what the page shows; each time it does, the service counts one opening. */
export function openLink(token: string): Promise<Answer<PortalSession>> {
  return post('/portal/session', { token }, openPortal.reply);
}

export interface Rating {
  readonly ticketId: bigint;
  readonly score: number;
  readonly comment: string;
}

export function sendRating(viewToken: string, { ticketId, score, comment }: Rating): Promise<Answer<PortalRating>> {
  const body = { view_token: viewToken, ticket_id: ticketId, score, comment };
  return post('/portal/rating', body, ratePortalTicket.reply);
}

async function post<Reply extends z.ZodMiniType>(
  path: string,
  body: object,
  reply: Reply,
): Promise<Answer<z.output<Reply>>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: writeJson(body),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    return { problem: { kind: 'silent' } };
  }
  const problem = problemOf(response);
  if (problem !== null) return { problem };
  const envelope = z.safeParse(z.object({ data: z.unknown() }), readJson(text));
  const parsed = z.safeParse(reply, envelope.data?.data);
  if (parsed.success) return { data: parsed.data };
  return { problem: { kind: 'failed', requestId: response.headers.get('x-svc-request-id') } };
}

function problemOf({ ok, status, headers }: Response): PortalProblem | null {
  if (ok) return null;
  const requestId = headers.get('x-svc-request-id');
  if (status === 404) return { kind: 'gone', requestId };
  if (status === 409) return { kind: 'conflict' };
  if (status === 429) return { kind: 'limited', seconds: secondsOf(headers.get('retry-after')) };
  return { kind: 'failed', requestId };
}

function secondsOf(header: string | null): number {
  const seconds = Number(header);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 60;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
