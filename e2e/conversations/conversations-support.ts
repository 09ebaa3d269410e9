import type { Page } from '@playwright/test';
import { makeAiCalls, makeConversations, makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import type { TestClock } from '#e2e/support/test-clock.ts';

export const NOW = '2026-11-18T12:00:00Z';
export const HOSTILE = '<img src=x onerror="alert(1)">';

export const rows = (page: Page) => page.getByRole('grid', { name: 'Conversations' }).getByRole('row');
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const lines = (page: Page) => region(page, 'Transcript').getByRole('listitem');

interface Said {
  readonly role: 'visitor' | 'ai' | 'agent';
  readonly text: string;
  readonly [field: string]: unknown;
}

/** A conversation that begins at an instant, a message a minute. */
export function transcript(session_id: string, startUtc: string, said: readonly Said[], fields: object = {}) {
  const messages = said.map((message, minute) => ({
    created_utc: new Date(Date.parse(startUtc) + minute * 60_000).toISOString(),
    ...message,
  }));
  return { kind: 'transcript', session_id, created_utc: startUtc, channel: 'web', messages, ...fields };
}

/**
 * Four conversations: one that an agent took over after 20 minutes and that was rated 1, one that waits since 30 minutes,
 * one that the AI answered, and one of October.
 */
export async function makeFour(site: Site, clock: TestClock) {
  const { id: customer, email } = await makeCustomer(site, 'Maren Holm');
  const ticket = await clock.as('2026-11-16T09:05:00Z', () =>
    makeTicket(site, { subject: 'The parcel is late', requester_email: email, requester_name: 'Maren Holm' }),
  );
  const visit = { visitor_key: 'v-1', event: 'order_status_viewed', properties: { page: '/orders/71790' } };
  await clock.as('2026-11-16T08:58:00Z', () => site.call('POST', 'track', { body: visit }));
  await makeConversations(site, [
    transcript(
      'late-parcel',
      '2026-11-16T09:00:00Z',
      [
        { role: 'visitor', text: 'Where is my late parcel?' },
        { role: 'ai', text: 'I am looking for it.', author_name: 'Lumen assistant', tokens: 1_234, cost_usd: 0.02 },
        { role: 'visitor', text: `A PERSON, please. ${HOSTILE}` },
        { role: 'ai', text: 'I pass this on to a person.', author_name: 'Lumen assistant' },
        {
          role: 'agent',
          text: 'Sorry for the wait.',
          author_name: 'Robin Tester',
          created_utc: '2026-11-16T09:25:00Z',
        },
      ],
      { email, visitor_key: 'v-1', ticket_id: ticket.id, ended_utc: '2026-11-16T09:30:00Z' },
    ),
    transcript(
      'waits',
      '2026-11-18T11:25:00Z',
      [
        { role: 'visitor', text: 'My chain jumps' },
        { role: 'ai', text: 'A person helps you with that.' },
      ],
      { channel: 'whatsapp' },
    ),
    transcript(
      'answered',
      '2026-11-17T10:00:00Z',
      [
        { role: 'visitor', text: 'When do you open?' },
        { role: 'ai', text: 'At nine.' },
      ],
      { ended_utc: '2026-11-17T10:02:00Z' },
    ),
    transcript('october', '2026-10-02T10:00:00Z', [{ role: 'visitor', text: 'An old question' }]),
    ...[
      { created_utc: '2026-11-16T09:04:00Z', status: 'waiting' },
      { created_utc: '2026-11-16T09:24:00Z', status: 'taken', taken_by_agent_id: site.agentId },
      { created_utc: '2026-11-16T09:30:00Z', status: 'resolved', taken_by_agent_id: site.agentId },
    ].map((state) => ({
      ...{ kind: 'handoff', session_id: 'late-parcel', reason: 'Asked for a person', ticket_id: ticket.id, ...state },
    })),
    { kind: 'handoff', session_id: 'waits', reason: HOSTILE, created_utc: '2026-11-18T11:30:00Z' },
    { kind: 'csat', ticket_id: ticket.id, score: 1, created_utc: '2026-11-17T09:00:00Z' },
  ]);
  await makeAiCalls(site, [
    { session_id: 'late-parcel', feature: 'bot', cost_usd: 0.2, created_utc: '2026-11-16T09:01:00Z' },
    { session_id: 'late-parcel', feature: 'intent', cost_usd: 0.05, created_utc: '2026-11-16T09:01:00Z' },
    { session_id: 'late-parcel', model: 'unheard-of', cost_usd: undefined, created_utc: '2026-11-16T09:01:00Z' },
    { session_id: 'answered', feature: 'bot', cost_usd: 0.01, created_utc: '2026-11-17T10:01:00Z' },
  ]);
  return { customer, ticket };
}
