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

export function contentsOf(key: ExtensionKey): ExtensionContents {
  const rows = (marked ??= Object.values<Operation>(OPERATIONS).map(findMarked));
  const named = (fields: readonly MarkedField[]) => fields.filter((one) => one.key === key).map(({ name }) => name);
  const others = rows.filter(({ row }) => row.extension !== key);
  return {
    operations: rows.map(({ row }) => row).filter((row) => row.extension === key),
    inputs: others.map(({ row, inputs }) => ({ row, names: named(inputs) })).filter(({ names }) => names.length > 0),
    answers: [...new Set(others.flatMap(({ answers }) => named(answers)))],
  };
}

interface MarkedField {
  readonly name: string;
  readonly key: string;
}

/** The fields of each operation that belong to an extension. Found at the first use, as describing all rows takes long. */
let marked: readonly ReturnType<typeof findMarked>[] | undefined;

function findMarked(row: Operation) {
  const properties = Object.fromEntries(parametersOf(row).map(({ name, schema }) => [name, schema]));
  return {
    row,
    inputs: [...markedIn({ properties }, ''), ...markedIn(bodyOf(row) ?? {}, '')],
    answers: [...markedIn(describeSchema(row.reply, 'reply'), '')],
  };
}

/** @param around The extension of the field that they are in: they need no word of their own. */
function* markedIn(schema: JsonSchema, around: string): Generator<MarkedField> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const key = field['x-extension'] ?? around;
    if (key !== around) yield { name, key };
    yield* markedIn(field, key);
  }
  const { items, anyOf = [], oneOf = [] } = schema;
  for (const part of [...(items === undefined ? [] : [items]), ...anyOf, ...oneOf]) yield* markedIn(part, around);
}
