import { ERROR_STATUS } from '#contract/errors.ts';
import { INGEST_KINDS } from '#contract/ingest.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { bodyOf, ingestItem } from './describe-request.ts';
import { describeSchema } from './describe-schema.ts';
import { exampleOf } from './example-values.ts';
import type { JsonSchema } from './json-schema.ts';
import { capitalized, itemModel, referenceTo } from './model-names.ts';
import { meaningOf } from './property-meaning.ts';

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

/** The body of every error. */
const ERROR: JsonSchema = {
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
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        current: {},
      },
    },
  },
};

/** Schemas under `components`, by their JSON: a schema that occurs twice is one model. */
export class NamedModels {
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema>();

  constructor() {
    this.#add('Error', ERROR);
    for (const [name, row] of Object.entries<Operation>(RECORDS)) {
      const item = describeSchema(row.reply, 'reply').properties?.['items']?.items;
      if (item !== undefined) this.#add(name, item);
    }
    this.#add('Deleted', describeSchema(OPERATIONS.deleteTag.reply, 'reply'));
    for (const kind of INGEST_KINDS) this.#add(itemModel(kind), ingestItem(kind));
    for (const row of Object.values<Operation>(OPERATIONS)) {
      const body = bodyOf(row);
      if (body !== null) this.#add(`${capitalized(row.name)}Body`, body);
      this.#add(`${capitalized(row.name)}Reply`, describeSchema(row.reply, 'reply'));
    }
  }

  /** All models, each with references to the others. */
  schemas(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].map(([name, schema]) => [name, this.#inside(schema, [name])]));
  }

  /**
   * The schema with references instead of the models in it.
   * @param path The model and the fields in which it is
   */
  refer(schema: JsonSchema, path: readonly string[] = []): JsonSchema {
    const name = this.#names.get(JSON.stringify(schema));
    return name === undefined ? this.#inside(schema, path) : { $ref: referenceTo(name) };
  }

  #add(name: string, schema: JsonSchema): void {
    const text = JSON.stringify(schema);
    if (this.#names.has(text)) return;
    this.#names.set(text, name);
    this.#schemas.set(name, schema);
  }

  #inside(schema: JsonSchema, path: readonly string[]): JsonSchema {
    const { properties, items, anyOf, oneOf, additionalProperties } = schema;
    const refer = (part: JsonSchema) => this.refer(part, path);
    return {
      ...schema,
      ...(properties === undefined ? {} : { properties: this.#fields(properties, path) }),
      ...(items === undefined ? {} : { items: refer(items) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map(refer) }),
      ...(oneOf === undefined ? {} : { oneOf: oneOf.map(refer) }),
      ...(typeof additionalProperties === 'object' ? { additionalProperties: refer(additionalProperties) } : {}),
    };
  }

  #fields(properties: Record<string, JsonSchema>, around: readonly string[]): Record<string, JsonSchema> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const path = [...around, name];
        const description = meaningOf(path, field)?.text;
        return [
          name,
          {
            ...this.refer(field, path),
            ...(description === undefined ? {} : { description }),
            examples: [exampleOf(field, name)],
          },
        ];
      }),
    );
  }
}
