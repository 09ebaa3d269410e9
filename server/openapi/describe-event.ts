import { describeSchema } from './describe-schema.ts';
import { eventSchema } from './event-schemas.ts';
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
        description: `${description} Fields of \`data\` that are not required come with \`include_pii\`.`,
        tags: ['webhook_events'],
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: withMeanings(describeSchema(eventSchema(type), 'reply'), ['sample']),
              example,
            },
          },
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

/** The schema with the meaning of each field in it. */
function withMeanings(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const { properties } = schema;
  if (properties === undefined) return schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const described = withMeanings(field, [...path, name]);
    const description = meaningOf([...path, name], field)?.text;
    return [name, description === undefined ? described : { ...described, description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}
