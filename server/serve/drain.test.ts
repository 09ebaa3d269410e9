import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { RawCall } from '#server/testing/raw-call.ts';
import { drain } from './drain.ts';

test('a second signal cuts running calls, and the app is still closed', async () => {
  const app = Fastify();
  const steps: string[] = [];
  app.decorate('housekeeping', null);
  app.decorate('drain', () => {
    steps.push('draining');
  });
  let taken: () => void = () => undefined;
  const untilTaken = new Promise<void>((resolve) => (taken = resolve));
  app.get('/never', () => {
    taken();
    return new Promise(() => undefined);
  });
  app.addHook('onClose', async () => {
    steps.push('closed');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const call = new RawCall(typeof address === 'object' && address !== null ? address.port : 0);
  await call.send('GET /never HTTP/1.1\r\nHost: x\r\n\r\n');
  await untilTaken;
  await drain(app, null, Promise.resolve());
  expect(await call.answer).toBe('');
  expect(steps).toEqual(['draining', 'closed']);
});
