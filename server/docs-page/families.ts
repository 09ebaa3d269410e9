import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';

export interface Family {
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  readonly resources: readonly string[];
}

/** The resources by subject, in the order of the page. A test finds each resource in exactly one of them. */
export const FAMILIES: readonly Family[] = [
  {
    id: 'site',
    title: 'Site and health',
    purpose: 'Who the token is, and whether the service works.',
    resources: [
      'whoami',
      'health',
      'health_overview',
      'health_history',
      'site_settings',
      'self_test',
      'ai_usage_self_test',
      'channel_self_test',
      'migrate_status',
    ],
  },
  {
    id: 'tickets-family',
    title: 'Tickets',
    purpose: 'Requests of customers: find, create, change and answer them, one or many at a time.',
    resources: ['tickets', 'ticket', 'ticket_comments', 'tickets_bulk', 'tickets_undo', 'agents', 'tags'],
  },
  {
    id: 'customers-family',
    title: 'Customers',
    purpose: 'The people who write: find, correct, merge, export and erase them.',
    resources: [
      'customer',
      'customer_identities',
      'customer_notes',
      'customer_timeline',
      'customer_duplicates',
      'customer_merges',
      'customer_export',
      'customer_erase',
    ],
  },
  {
    id: 'channels-family',
    title: 'Channels',
    purpose: 'The WhatsApp, Messenger, Instagram, SMS and email handles that belong to customers.',
    resources: ['bind_channel', 'bind_channels_bulk', 'bind_jobs'],
  },
  {
    id: 'portal-family',
    title: 'Portal links',
    purpose: 'Links with which customers see and rate their own tickets.',
    resources: ['portal_token', 'portal_tokens'],
  },
  {
    id: 'csat-family',
    title: 'Satisfaction',
    purpose: 'Ratings of tickets and of chats, their scores and what was done about them.',
    resources: ['csat', 'csat_reports', 'feedback', 'chart_notes'],
  },
  {
    id: 'hours-family',
    title: 'Business hours',
    purpose: 'When the desk is open.',
    resources: ['business_calendar'],
  },
  {
    id: 'ai-family',
    title: 'AI usage and caps',
    purpose: 'What AI calls cost, the caps that limit them, and the copilot.',
    resources: ['ai_usage', 'usage', 'ai_limits', 'ai_prices', 'ai_reports', 'ai_copilot'],
  },
  {
    id: 'conversations-family',
    title: 'Conversations with the AI',
    purpose: 'What visitors asked the bot, how it went, and what it handed over to people.',
    resources: ['ai_sessions', 'transcripts', 'ai_reviews', 'handoffs', 'ai_insights', 'conversation_starters'],
  },
  {
    id: 'visitors-family',
    title: 'Visitors and events',
    purpose: 'Visitors of a website, what they do, and the segments that follow from it.',
    resources: ['visitors', 'track'],
  },
  {
    id: 'ingest-family',
    title: 'Sending data in',
    purpose: 'What a chat widget, a bot or another system reports.',
    resources: ['ingest'],
  },
  {
    id: 'webhooks-family',
    title: 'Webhooks',
    purpose: 'Events that the service sends to you.',
    resources: ['webhook_subscriptions', 'webhook_deliveries', 'webhook_events'],
  },
  {
    id: 'replies-family',
    title: 'Saved replies, views and preferences',
    purpose: 'What people keep for their work with tickets.',
    resources: ['saved_replies', 'draft_sources', 'saved_views', 'preferences'],
  },
  {
    id: 'access-family',
    title: 'Tokens and audit log',
    purpose: 'Who may do what, and who did what.',
    resources: ['sessions', 'api_tokens', 'audit_log'],
  },
];

/** The operations of a family, in the order of its resources. */
export function rowsOf({ resources }: Family): readonly Operation[] {
  const rows = Object.values<Operation>(OPERATIONS);
  return resources.flatMap((resource) => rows.filter((row) => row.resource === resource));
}

/** Whether an operation is another form of one with the same address and method, which is called without its parameter. */
export function isTwin({ resource, method, when }: Operation): boolean {
  if (when === undefined) return false;
  const rows = Object.values<Operation>(OPERATIONS);
  return rows.some((row) => row.resource === resource && row.method === method && row.when === undefined);
}

/** The anchor of an operation, such as `tickets-get`. */
export function anchorOf({ resource, method, when }: Pick<Operation, 'resource' | 'method' | 'when'>): string {
  return [resource, method.toLowerCase(), ...(when === undefined ? [] : [when.name, when.value])].join('-');
}

/** Such as `GET /v1/ai_reports?report=calls`. */
export function addressOf({ resource, when }: Pick<Operation, 'resource' | 'when'>): string {
  if (when === undefined) return `/v1/${resource}`;
  return when.in === 'query'
    ? `/v1/${resource}?${when.name}=${when.value}`
    : `/v1/${resource} ${when.name}=${when.value}`;
}
