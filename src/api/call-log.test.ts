import { expect, test } from 'vitest';
import { enterSession, leaveSession } from '#src/session/session-store.ts';
import { logCall, loggedCalls, onCall, startCallLog } from './call-log.ts';

const facts = {
  operation: 'askCopilot',
  resource: 'ai_copilot',
  method: 'POST',
  url: '/v1/api.ashx?resource=ai_copilot',
  idempotencyKey: null,
  priority: 'user',
  isOfSession: true,
} as const;

test('a secret of the body is never kept, whatever it contains', () => {
  const body = JSON.stringify({ provider_api_key: 'sk-"quoted"\\', undo_token: 'u', note: '"api_key":"mine"', n: 1 });
  logCall({ ...facts, body });
  const kept = loggedCalls().at(-1)?.body ?? '';
  expect(JSON.parse(kept)).toEqual({ provider_api_key: '…', undo_token: '…', note: '"api_key":"mine"', n: 1 });
});

test.each([
  'secret',
  'client_secret',
  'password',
  'new_password',
  'token',
  'session_token',
  'key',
  'provider_api_key',
  'confirm_token',
])('the field %s of a body is never kept, on top or inside', (name) => {
  const body = JSON.stringify({ [name]: 'canary', first: [{ deep: { [name]: 'canary' }, near: 'kept' }] });
  const told: (string | null)[] = [];
  const stop = onCall((call) => told.push(call.body));
  logCall({ ...facts, body })(null, '');
  stop();
  const without = { [name]: '…', first: [{ deep: { [name]: '…' }, near: 'kept' }] };
  expect(JSON.parse(loggedCalls().at(-1)?.body ?? '')).toEqual(without);
  expect(told.map((text) => JSON.parse(text ?? ''))).toEqual([without, without]);
});

test('a call is announced when it is sent and when it has ended', () => {
  const told: (number | null | undefined)[] = [];
  const stop = onCall((call) => told.push(call.end?.status));
  logCall({ ...facts, body: null })(new Response('é', { status: 404 }), 'é');
  logCall({ ...facts, body: null })(null, '');
  stop();
  expect(told).toEqual([undefined, 404, undefined, null]);
  expect(loggedCalls().at(-2)?.end).toMatchObject({ status: 404, size: 2 });
});

test('the last fifty are kept', () => {
  for (let n = 0; n < 60; n += 1) logCall({ ...facts, body: null });
  expect(loggedCalls()).toHaveLength(50);
  const [first, second] = loggedCalls();
  expect((second?.id ?? 0) - (first?.id ?? 0)).toBe(1);
});

test('signing out empties the log', () => {
  const stop = startCallLog();
  enterSession({ token: 'sct_x', baseUrl: '/v1', kind: 'session', kept: false });
  logCall({ ...facts, body: null });
  expect(loggedCalls()).not.toEqual([]);
  leaveSession();
  stop();
  expect(loggedCalls()).toEqual([]);
});
