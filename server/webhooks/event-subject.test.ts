import { expect, test } from 'vitest';
import { EVENT_TYPES } from '#contract/webhook-events.ts';
import { EVENT_SAMPLES } from './event-samples.ts';
import { NO_SUBJECT, subjectOf } from './event-subject.ts';

test('the subject of each event comes from the fields that identify people', () => {
  const subjects = EVENT_TYPES.map((type) => [type, subjectOf(type, EVENT_SAMPLES[type].data, {})] as const);
  const ofTicket = { ...NO_SUBJECT, ticketId: 123n };
  for (const [type, subject] of subjects) {
    if (type.startsWith('ticket.') || type === 'csat.submitted') expect(subject, type).toEqual(ofTicket);
    else if (type.startsWith('handoff.')) expect(subject, type).toEqual({ ...ofTicket, sessionId: 'chat-8f3a' });
    else if (type.startsWith('visitor.')) expect(subject, type).toMatchObject({ visitorId: expect.any(BigInt) });
    else expect(subject, type).toEqual(NO_SUBJECT);
  }
});

test('an email address is normalized', () => {
  const visitor = (data: object, pii: object) => subjectOf('visitor.upserted', { id: 1n, ...data }, { ...pii });
  const email = 'Ada@Example.org';
  expect(visitor({}, { email })).toEqual({ ...NO_SUBJECT, visitorId: 1n, emailKey: 'ada@example.org' });
  expect(visitor({ customer_identity_id: 2n }, {})).toEqual({ ...NO_SUBJECT, visitorId: 1n, identityId: 2n });
  expect(subjectOf('portal_token.issued', { id: 9n }, { requester_email: email })).toEqual({
    ...NO_SUBJECT,
    emailKey: 'ada@example.org',
  });
});
