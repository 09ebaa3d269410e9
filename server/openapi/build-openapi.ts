import { SCOPES, type Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { describeEvents } from './describe-event.ts';
import { describeOperation, type Rows } from './describe-operation.ts';
import { NamedModels } from './named-models.ts';

/**
 * The contract as an OpenAPI 3.1 document, with a path `/NAME` for each resource and alias. Several rows of one method
 * are one operation: it has the parameters, bodies and replies of all of them.
 * @param baseUrl Ends with `/v1`.
 */
export function buildOpenapi(baseUrl: string): object {
  const models = new NamedModels();
  const paths: Record<string, Record<string, object>> = {};
  for (const rows of groupRows()) {
    const [{ method, resource, aliases }] = rows;
    const add = (name: string, alias: string | null) => {
      (paths[`/${name}`] ??= {})[method.toLowerCase()] = describeOperation(rows, alias, models);
    };
    add(resource, null);
    for (const alias of aliases) add(alias, alias);
  }
  const tags = new Set(Object.values<Operation>(OPERATIONS).map(({ resource }) => resource));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Support Chat Platform REST API',
      version: 'v1',
      description:
        'Tickets, customers and what belongs to them, of one site for each token. Ids are 64-bit integers: read them with ' +
        'a JSON reader that keeps digits beyond 2^53. Parts marked `x-extension` are additions that a service may lack; ' +
        '`whoami` tells which are there.',
      contact: { name: 'The operator of this service', url: baseUrl.replace(/\/v1$/, '/docs') },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    security: [{ bearer: [] }],
    tags: [...tags].map((name) => ({ name, description: `The resource \`${name}\`.` })),
    paths,
    webhooks: describeEvents(),
    components: { securitySchemes: SECURITY, headers: HEADERS, schemas: models.schemas() },
  };
}

/** The rows of each method of each resource; first the one that needs no selector, if there is one. */
export function groupRows(): readonly Rows[] {
  const groups = new Map<string, Rows>();
  for (const row of Object.values<Operation>(OPERATIONS)) {
    const key = `${row.method} ${row.resource}`;
    const rows = groups.get(key);
    if (rows === undefined) groups.set(key, [row]);
    else groups.set(key, row.when === undefined ? [row, ...rows] : [...rows, row]);
  }
  return [...groups.values()];
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
