import { expect, test } from 'vitest';
import { signDelivery } from '#server/webhooks/sign-delivery.ts';
import { verifySignature } from './verify-signature.ts';

const NOW = new Date('2026-11-20T14:30:00.000Z');
const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [NEW, OLD, OTHER] = [secretOf(1), secretOf(2), secretOf(3)] as const;
const BODY = '{"type":"ticket.created","data":{"subject":"Räder"}}';
const headers = signDelivery({ messageId: 'msg_aaaaaaaaaaaaaaaaaaaaaaaaaa', body: BODY }, [NEW, OLD], NOW);
const MESSAGE = {
  secret: NEW,
  id: headers['webhook-id'],
  timestamp: headers['webhook-timestamp'],
  signature: headers['webhook-signature'],
  body: BODY,
};
const verify = (change: Partial<typeof MESSAGE>, laterSeconds = 0) =>
  verifySignature({ ...MESSAGE, ...change }, NOW.getTime() + laterSeconds * 1_000);

test('SET-10: what the service signs is valid, by the new and by the old secret', async () => {
  expect(await verify({})).toEqual({ kind: 'valid', ageSeconds: 0, matched: 1, signatures: 2 });
  expect(await verify({ secret: ` ${OLD}\n` }, 301)).toEqual({
    ...{ kind: 'valid', ageSeconds: 301, matched: 2, signatures: 2 },
  });
});

test('SET-10: another secret, or anything changed, is wrong', async () => {
  for (const change of [
    { secret: OTHER },
    { body: `${BODY} ` },
    { id: 'msg_b' },
    { timestamp: String(Number(MESSAGE.timestamp) + 1) },
  ])
    expect(await verify(change)).toEqual({ kind: 'wrong' });
});

test('SET-10: it says which part is missing or cannot be read', async () => {
  expect(await verify({ secret: '', body: '' })).toEqual({ kind: 'missing', parts: ['secret', 'body'] });
  expect(await verify({ secret: 'whsec_short' })).toEqual({ kind: 'unreadable', parts: ['secret'] });
  expect(await verify({ secret: 'whsec_%%%', timestamp: 'today', signature: 'v2,abc' })).toEqual({
    kind: 'unreadable',
    parts: ['secret', 'timestamp', 'signature'],
  });
});
