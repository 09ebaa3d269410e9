import { env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Calls the API and waits where it asks for that.
 * @param {string} path such as `/tickets?limit=25`
 * @param {{ method?: string, headers?: Record<string, string>, body?: string }} init
 */
export async function call(path, init = {}) {
  const headers = { ...init.headers, authorization: `Bearer ${env.SUPPORT_TOKEN}` };
  for (let left = 4; ; left -= 1) {
    const answer = await fetch(env.SUPPORT_URL + path, { ...init, headers });
    if (![429, 503].includes(answer.status) || left === 0) return answer;
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await wait(seconds * 1000);
  }
}
