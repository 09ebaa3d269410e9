import { ERROR_STATUS } from '#contract/errors.ts';
import { SCOPES, type Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { describeOperation } from './describe-operation.ts';

/**
 * The contract as an OpenAPI 3.1 document. The API has one address and selects by the parameter `resource`, which
 * OpenAPI cannot express, so each resource and alias is a path that contains its query. Rows selected by one more
 * parameter are paths as well; rows selected by a field of the body become `oneOf` their bodies and answers.
 * @param baseUrl Ends with `/v1`.
 */
export function buildOpenapi(baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const rows = Object.values<Operation>(OPERATIONS);
  const add = (resource: string, row: Operation, alias: string | null) => {
    const path = (paths[pathOf(resource, row)] ??= {});
    const others = rows.filter(
      (other) => isByBody(other) && other.resource === row.resource && other.method === row.method,
    );
    path[row.method.toLowerCase()] = describeOperation([row, ...others], alias);
  };
  for (const row of rows.filter((one) => !isByBody(one))) {
    add(row.resource, row, null);
    for (const alias of row.aliases) add(alias, row, alias);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Support Chat Platform REST API',
      version: 'v1',
      description:
        'Tickets, customers and what belongs to them, of one site for each token. Ids are 64-bit integers: read them with ' +
        'a JSON reader that keeps digits beyond 2^53. Parts marked `x-extension` are additions that a service may lack; ' +
        '`whoami` tells which are there.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(rows.map(({ resource }) => resource))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: SECURITY, headers: HEADERS, schemas: { Error: ERROR } },
  };
}

/**
 * The path of a row in the document.
 * @param resource Its name or an alias of it.
 */
export function pathOf(resource: string, { when }: Pick<Operation, 'when'>): string {
  return `/api.ashx?resource=${resource}${when?.in === 'query' ? `&${when.name}=${when.value}` : ''}`;
}

function isByBody({ when }: Operation): boolean {
  return when?.in === 'body';
}

const SECURITY = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `An API token or a browser session. Scopes: ${SCOPES.join(', ')}.`,
  },
};

const text = (description: string) => ({ description, schema: { type: 'string' } });

const HEADERS = {
  RequestId: { ...text('Identifies this answer in logs and the audit log.'), required: true },
  RateLimitPolicy: text('The allowance, such as `"token";q=600;w=60`.'),
  RateLimit: text('What is left of it and for how many seconds, such as `"token";r=599;t=60`.'),
  RetryAfter: {
    description: 'Seconds after which the call may be made again.',
    schema: { type: 'integer', minimum: 1 },
  },
  Challenge: text('Which kind of token is needed, or which scope is missing.'),
};

const ERROR = {
  type: 'object',
  required: ['ok', 'error'],
  properties: {
    ok: { type: 'boolean', enum: [false] },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
        message: { type: 'string' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Where several fields are wrong: each with its message.',
        },
        current: { description: 'With 409 after an outdated write: the current record.' },
      },
    },
  },
};
