import { createHmac } from 'node:crypto';

interface Message {
  readonly messageId: string;
  readonly body: string;
}

/**
 * The headers of one attempt. See docs/api.md, "Delivery", and the Standard Webhooks specification.
 * @param secrets `whsec_` and base64, each of which signs
 */
export function signDelivery({ messageId, body }: Message, secrets: readonly string[], now: Date) {
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'content-type': 'application/json',
    'user-agent': 'SupportConsole-Webhooks/1',
  };
}
