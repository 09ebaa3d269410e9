import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether the service sent this.
 * @param {string} secret
 * @param {Record<string, string | string[] | undefined>} headers such as `request.headers`
 * @param {Uint8Array} body the bytes as they arrived
 */
export function isGenuine(secret, headers, body, nowSeconds = Date.now() / 1000) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!(Math.abs(nowSeconds - Number(timestamp)) < 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${signed.digest('base64')}`);
  // One signature for each secret that is valid while a secret is being rotated.
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}
