import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;

beforeAll(async () => {
  service = await startTestService();
  own = await service.createSite();
  for (let n = 0; n < 5; n += 1) {
    await service.call('POST', 'tickets', { token: own.token, body: { subject: `Bell ${n} is missing, wäre schön` } });
  }
  return () => service.close();
});

function get(resource: string, encodings: string | undefined, method: 'GET' | 'HEAD' = 'GET') {
  return service.app.inject({
    method,
    url: `/v1/api.ashx?resource=${resource}`,
    headers: {
      authorization: `Bearer ${own.token}`,
      ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
    },
  });
}

test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1, GZIP;q=0.5'])(
  'a long answer is compressed for a client that accepts %s',
  async (encodings) => {
    const plain = await get('tickets', undefined);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const answer = await get('tickets', encodings);
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.rawPayload.length),
    });
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.payload);
    const head = await get('tickets', encodings, 'HEAD');
    expect(head.headers['content-length']).toBe(answer.headers['content-length']);
    expect(head.rawPayload.length).toBe(0);
  },
);

test.each(['identity', 'br', 'gzip;q=0', 'x-gzip-like'])(
  'it is sent as it is to one that accepts %s',
  async (encodings) => {
    const answer = await get('tickets', encodings);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.payload).toBe((await get('tickets', undefined)).payload);
  },
);

test('a short answer and an error are sent as they are', async () => {
  expect((await get('tags', 'gzip')).headers['content-encoding']).toBeUndefined();
  const error = await get('nothing', 'gzip');
  expect([error.statusCode, error.headers['content-encoding']]).toEqual([404, undefined]);
});
