import { INGEST_ITEMS, INGEST_KINDS } from '#contract/ingest.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { bodyOf } from './describe-request.ts';
import { describeSchema } from './describe-schema.ts';
import { exampleOf } from './example-values.ts';
import type { JsonSchema } from './json-schema.ts';

/** Records that several operations answer, by the list that has them. */
const RECORDS = {
  Ticket: OPERATIONS.listTickets,
  TicketComment: OPERATIONS.listTicketComments,
  Agent: OPERATIONS.listAgents,
  Tag: OPERATIONS.listTags,
  SavedView: OPERATIONS.listSavedViews,
  SavedReply: OPERATIONS.listSavedReplies,
  Customer: OPERATIONS.listCustomerIdentities,
  CustomerNote: OPERATIONS.listCustomerNotes,
  CustomerMerge: OPERATIONS.listCustomerMerges,
  ChartNote: OPERATIONS.listChartNotes,
  Conversation: OPERATIONS.listAiSessions,
  Handoff: OPERATIONS.listHandoffs,
  Feedback: OPERATIONS.listFeedback,
  Visitor: OPERATIONS.listVisitors,
  PortalLink: OPERATIONS.listPortalTokens,
  WebhookSubscription: OPERATIONS.listWebhookSubscriptions,
  WebhookDelivery: OPERATIONS.listWebhookDeliveries,
  ApiToken: OPERATIONS.listApiTokens,
  AuditEntry: OPERATIONS.listAuditLog,
  AiCall: OPERATIONS.listAiCalls,
  BindJob: OPERATIONS.listBindJobs,
} as const satisfies Record<string, Operation>;

/** Schemas under `components`, by their JSON: a schema that occurs twice is one model. */
export class NamedModels {
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema>();

  constructor() {
    for (const [name, row] of Object.entries<Operation>(RECORDS)) {
      const item = describeSchema(row.reply, 'reply').properties?.['items']?.items;
      if (item !== undefined) this.#add(name, item);
    }
    this.#add('Deleted', describeSchema(OPERATIONS.deleteTag.reply, 'reply'));
    for (const kind of INGEST_KINDS) this.#add(`${capitalized(kind)}Item`, ingestItem(kind));
    for (const row of Object.values<Operation>(OPERATIONS)) {
      const body = bodyOf(row);
      if (body !== null) this.#add(`${capitalized(row.name)}Body`, body);
      this.#add(`${capitalized(row.name)}Reply`, describeSchema(row.reply, 'reply'));
    }
  }

  /** All models, each with references to the others. */
  schemas(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].map(([name, schema]) => [name, this.#inside(schema, name)]));
  }

  /** The schema with references instead of the models in it. */
  refer(schema: JsonSchema): JsonSchema {
    const name = this.#names.get(JSON.stringify(schema));
    return name === undefined ? this.#inside(schema, '') : { $ref: `#/components/schemas/${name}` };
  }

  #add(name: string, schema: JsonSchema): void {
    const text = JSON.stringify(schema);
    if (this.#names.has(text)) return;
    this.#names.set(text, name);
    this.#schemas.set(name, schema);
  }

  #inside(schema: JsonSchema, model: string): JsonSchema {
    const { properties, items, anyOf, oneOf, additionalProperties } = schema;
    // The contract checks the form of each item by itself.
    if (model === 'IngestBody') return { ...schema, properties: { items: this.#ingestItems(properties?.['items']) } };
    return {
      ...schema,
      ...(properties === undefined ? {} : { properties: this.#fields(properties) }),
      ...(items === undefined ? {} : { items: this.refer(items) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => this.refer(one)) }),
      ...(oneOf === undefined ? {} : { oneOf: oneOf.map((one) => this.refer(one)) }),
      ...(typeof additionalProperties === 'object' ? { additionalProperties: this.refer(additionalProperties) } : {}),
    };
  }

  #fields(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const isScalar = field.anyOf === undefined && !/object|array/.test(String(field.type));
        return [name, { ...this.refer(field), ...(isScalar ? { examples: [exampleOf(field, name)] } : {}) }];
      }),
    );
  }

  #ingestItems(list: JsonSchema = {}): JsonSchema {
    const oneOf = INGEST_KINDS.map((kind) => this.refer(ingestItem(kind)));
    return { ...list, items: { oneOf } };
  }
}

/** An item as it is sent: the fields of its kind, and `kind`. */
function ingestItem(kind: keyof typeof INGEST_ITEMS): JsonSchema {
  const item = describeSchema(INGEST_ITEMS[kind], 'request');
  const choice: JsonSchema = { type: 'string', enum: [kind] };
  return { ...item, required: ['kind', ...(item.required ?? [])], properties: { kind: choice, ...item.properties } };
}

/** `ai_call` or `aiCall` as `AiCall`. */
export function capitalized(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
