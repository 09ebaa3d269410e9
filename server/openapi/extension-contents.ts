import type { ExtensionKey, Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { bodyOf, parametersOf } from './describe-request.ts';
import { describeSchema } from './describe-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const EXTENSION_GROUPS = {
  tickets: { title: 'Tickets', purpose: 'Find, change and answer tickets one by one or many at a time.' },
  customers: { title: 'Customers', purpose: 'Search, correct and merge customers; see their links and imports.' },
  ai: { title: 'AI', purpose: 'Costs, caps and conversations in detail.' },
  figures: { title: 'Figures and hours', purpose: 'Health, satisfaction and business hours beyond the basic ones.' },
  integration: { title: 'Integration', purpose: 'Send data in, receive events, generate clients.' },
  administration: { title: 'Administration', purpose: 'Tokens, sessions, settings and who did what.' },
} as const;
type Group = keyof typeof EXTENSION_GROUPS;

export const GROUP_OF: Readonly<Record<ExtensionKey, Group>> = {
  agents: 'tickets',
  ticket_filters: 'tickets',
  ticket_comments: 'tickets',
  tickets_bulk: 'tickets',
  saved_views: 'tickets',
  saved_replies: 'tickets',
  identity_tools: 'customers',
  portal_tokens_list: 'customers',
  bind_jobs: 'customers',
  ai_reports: 'ai',
  ai_sessions: 'ai',
  health_overview: 'figures',
  health_history: 'figures',
  csat_reports: 'figures',
  chart_notes: 'figures',
  calendar_holidays: 'figures',
  calendar_tools: 'figures',
  ingest: 'integration',
  webhook_deliveries: 'integration',
  csv_all: 'integration',
  openapi: 'integration',
  mcp: 'integration',
  sessions: 'administration',
  api_tokens: 'administration',
  audit_log: 'administration',
  site_settings: 'administration',
  preferences: 'administration',
};

export interface ExtensionContents {
  readonly operations: readonly Operation[];
  /** Parameters and fields of bodies that other operations get. */
  readonly inputs: readonly { readonly row: Operation; readonly names: readonly string[] }[];
  /** Fields that answers of other operations get. */
  readonly answers: readonly string[];
}

const ROWS = Object.values<Operation>(OPERATIONS);

export function contentsOf(key: ExtensionKey): ExtensionContents {
  const others = ROWS.filter((row) => row.extension !== key);
  return {
    operations: ROWS.filter((row) => row.extension === key),
    inputs: others
      .map((row) => ({
        row,
        names: [
          ...parametersOf(row).flatMap(({ name, schema }) => (schema['x-extension'] === key ? [name] : [])),
          ...fieldsWith(bodyOf(row) ?? {}, key),
        ],
      }))
      .filter(({ names }) => names.length > 0),
    answers: [...new Set(others.flatMap((row) => [...fieldsWith(describeSchema(row.reply, 'reply'), key)]))],
  };
}

function* fieldsWith(schema: JsonSchema, key: ExtensionKey): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (field['x-extension'] === key) yield name;
    else yield* fieldsWith(field, key);
  }
  for (const part of [
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ]) {
    yield* fieldsWith(part, key);
  }
}
