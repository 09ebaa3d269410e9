import type { EventType } from '#contract/webhook-events.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { writeEventBody } from './event-body.ts';

const TICKET = { id: 123n, ticket_number: 1045 } as const;
const STATE = { status: 'open', priority: 'normal', assignee_agent_id: '7' } as const;

const CAP = {
  cap: 'budget',
  limit: 100,
  action: 'soft',
  period_start_utc: '2026-11-01T00:00:00.000Z',
  period_end_utc: '2026-12-01T00:00:00.000Z',
} as const;

interface EventSample {
  readonly description: string;
  readonly data: {
    readonly id?: bigint;
    readonly ticket_id?: bigint;
    readonly ticket_number?: number;
    readonly status?: string;
    readonly priority?: string;
    readonly channel?: string;
    readonly assignee_agent_id?: string | null;
    readonly customer_identity_id?: bigint;
    readonly changed?: string[];
    readonly previous?: { readonly status?: string; readonly assignee_agent_id?: string | null };
    readonly author_kind?: string;
    readonly visibility?: string;
    readonly score?: number;
    readonly session_id?: string;
    readonly created?: boolean;
    readonly erased_events?: number;
    readonly erased_sessions?: number;
    readonly cap?: string;
    readonly threshold?: number;
    readonly limit?: number;
    readonly current?: number;
    readonly action?: string;
    readonly period_start_utc?: string;
    readonly period_end_utc?: string;
    readonly reason?: string;
    readonly expires_utc?: string;
    readonly revoked_utc?: string;
    readonly version?: number;
  };
}

/** Sample data of each event without `include_pii`. See docs/api.md, "What is sent". */
export const EVENT_SAMPLES: Readonly<Record<EventType, EventSample>> = {
  'ticket.created': {
    description: 'A ticket was created.',
    data: { ...TICKET, status: 'open', priority: 'normal', channel: 'web', customer_identity_id: 88n },
  },
  'ticket.updated': {
    description: 'Fields of a ticket changed; `changed` names them.',
    data: { ...TICKET, ...STATE, changed: ['priority', 'tags'] },
  },
  'ticket.status_changed': {
    description: 'The status of a ticket changed; `previous` has the old one.',
    data: { ...TICKET, ...STATE, status: 'pending', previous: { status: 'open' } },
  },
  'ticket.resolved': {
    description: 'A ticket was resolved.',
    data: { ...TICKET, ...STATE, status: 'resolved', previous: { status: 'open' } },
  },
  'ticket.assigned': {
    description: 'A ticket was assigned, reassigned or unassigned.',
    data: { ...TICKET, ...STATE, previous: { assignee_agent_id: null } },
  },
  'ticket.comment_added': {
    description: 'A public comment was added to a ticket. Internal notes send nothing.',
    data: { id: 456n, ticket_id: 123n, ticket_number: 1045, author_kind: 'agent', visibility: 'public' },
  },
  'handoff.created': {
    description: 'The AI handed a conversation over to people.',
    data: { id: 501n, session_id: 'chat-8f3a', status: 'waiting', channel: 'web', ticket_id: 123n },
  },
  'handoff.resolved': {
    description: 'A handoff was resolved.',
    data: { id: 501n, session_id: 'chat-8f3a', status: 'resolved', channel: 'web', ticket_id: 123n },
  },
  'csat.submitted': {
    description: 'A customer rated a ticket from 0 to 5; a second rating replaces the first.',
    data: { id: 601n, ticket_id: 123n, score: 5 },
  },
  'portal_token.issued': {
    description: 'A portal link was issued; issuing an active one again sends nothing.',
    data: { id: 701n, expires_utc: '2026-12-20T14:30:00.000Z' },
  },
  'portal_token.revoked': {
    description: 'A portal link was revoked.',
    data: { id: 701n, revoked_utc: '2026-11-20T14:30:00.000Z' },
  },
  'ai_cap.warning': {
    description: 'AI use passed 50, 80 or 95 percent of a cap; sent once per period.',
    data: { ...CAP, threshold: 80, current: 82.5 },
  },
  'ai_cap.exceeded': { description: 'AI use reached a cap.', data: { ...CAP, current: 100.25 } },
  'business_calendar.updated': {
    description: 'Parts of the business calendar changed.',
    data: { changed: ['week', 'holidays'], version: 8 },
  },
  'visitor.upserted': {
    description: 'A visitor was created or changed.',
    data: { id: 801n, created: true, customer_identity_id: 401n },
  },
  'visitor.deleted': {
    description: 'A visitor was erased.',
    data: { id: 801n, erased_events: 12, erased_sessions: 1 },
  },
  'webhook.test': { description: 'Sent on request, to check that a receiver accepts events.', data: {} },
  'webhook.disabled': {
    description: 'Another subscription was disabled: its endpoint is gone, or has been failing for five days.',
    data: { id: 901n, reason: 'gone' },
  },
};

interface SampleContext {
  readonly siteId: bigint;
  readonly requestId: string | null;
  readonly now: Date;
}

/** A sample body with the current time, for `webhook_events` and the docs. */
export function sampleOf(type: EventType, { siteId, requestId, now }: SampleContext) {
  return {
    type,
    timestamp: now.toISOString(),
    site_id: siteId,
    api_version: 'v1' as const,
    // Always a test: it is only sent on request.
    ...(type === 'webhook.test' ? { test: true as const } : {}),
    // The deliverer disables endpoints, so there is no request.
    data: { ...EVENT_SAMPLES[type].data, request_id: type === 'webhook.disabled' ? null : requestId },
  };
}

/** The body of a test: the sample of its type with `test` set. */
export function writeSample(type: EventType, site: SiteRef, { actor, now }: AuditContext): string {
  const { data } = EVENT_SAMPLES[type];
  const timestamp = now.toISOString();
  return writeEventBody({
    type,
    timestamp,
    siteId: site.id,
    data,
    pii: null,
    requestId: actor.requestId,
    isTest: true,
  });
}
