import { exampleEvents } from './example-events.ts';
import type { JsonSchema } from './json-schema.ts';
import { capitalized } from './model-names.ts';
import { meaningOf } from './property-meaning.ts';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** The headers of Standard Webhooks, which a receiver checks before it believes the body. */
const HEADERS = [
  header('webhook-id', 'The same for every attempt of a delivery: a receiver that has seen it is done.', 'msg_1'),
  header('webhook-timestamp', 'Seconds since 1970; refuse what is older than five minutes.', '1763649000'),
  header('webhook-signature', 'HMAC-SHA256 of id, timestamp and body with the secret of the subscription.', 'v1,c2ln'),
];

/** Every webhook event in OpenAPI's form: what the service sends to a receiver. */
export function describeEvents(): Record<string, object> {
  return Object.fromEntries(
    exampleEvents().map(({ type, description, body }) => {
      const example: unknown = JSON.parse(body);
      const post = {
        operationId: `receive${capitalized(type.replaceAll('.', '_'))}`,
        summary: type,
        description: `${description} \`data\` has more fields in a subscription with \`include_pii\`.`,
        tags: ['webhook_events'],
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: describeValue(example, ['sample']), example } },
        },
        responses: {
          '204': { description: 'Received. Any status of 2xx will do; all others are tried again.' },
          '410': { description: 'Gone: the subscription is disabled and nothing is sent to it any more.' },
        },
      };
      return [type, { post }];
    }),
  );
}

/**
 * The schema of a sample; its type, which tells events apart, is the only value of its field.
 * @param path The fields around it, and its name
 */
function describeValue(value: unknown, path: readonly string[]): JsonSchema {
  const name = path.at(-1) ?? '';
  if (Array.isArray(value)) return { type: 'array', items: describeValue(value[0], []) };
  if (typeof value === 'object' && value !== null) {
    const properties = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, describeField(one, [...path, key])]),
    );
    return { type: 'object', properties, required: Object.keys(properties) };
  }
  if (typeof value === 'number') return { type: name === 'id' || name.endsWith('_id') ? 'integer' : 'number' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (name === 'type') return { type: 'string', enum: [value] };
  const isNullable = value === null || name === 'request_id' || name === 'assignee_agent_id';
  return { type: isNullable ? ['string', 'null'] : 'string' };
}

function describeField(value: unknown, path: readonly string[]): JsonSchema {
  const described = describeValue(value, path);
  const description = meaningOf(path, described)?.text;
  return { ...described, ...(description === undefined ? {} : { description }) };
}
