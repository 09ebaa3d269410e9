import { parseJson, writeJson } from '#contract/json.ts';
import type { TestAnswer, TestService } from './service.ts';

let lastAddress = 0;

interface Options {
  readonly from?: string | undefined;
  readonly method?: 'POST' | 'GET' | 'PUT';
}

/**
 * One call of the customer's page, such as `sendPortal(service, 'session', { token })`. Each call has a new address
 * unless one is given, so that no test hits the limit of attempts by accident.
 */
export async function sendPortal(
  { app }: TestService,
  path: 'session' | 'comments' | 'rating',
  payload: unknown,
  { from, method = 'POST' }: Options = {},
): Promise<TestAnswer> {
  lastAddress += 1;
  const answer = await app.inject({
    method,
    url: `/portal/${path}`,
    remoteAddress: from ?? `10.1.${lastAddress >> 8}.${lastAddress & 255}`,
    headers: { 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : writeJson(payload) }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers as TestAnswer['headers'],
    text: answer.payload,
    json: parseJson(answer.payload || 'null') as TestAnswer['json'],
  };
}
