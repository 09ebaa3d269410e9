import { randomFillSync } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;
const POOL = new Uint8Array(4096);
let next = POOL.length;

/** `req_` and 22 random characters; random bytes are drawn in batches of 4,096. */
export function newRequestId(): string {
  let id = 'req_';
  while (id.length < LENGTH + 4) {
    if (next === POOL.length) {
      randomFillSync(POOL);
      next = 0;
    }
    const byte = POOL[next] ?? 0;
    next += 1;
    if (byte < 248) id += BASE62[byte % 62];
  }
  return id;
}

/** Whether a client's X-Request-Id may be logged: it looks like an id and contains no token. It is never echoed. */
export function isRequestId(text: string): boolean {
  return /^[\w.:-]{1,100}$/.test(text) && !/(?:sck|sct|spt|whsec)_[0-9a-z]{8}/i.test(text);
}
