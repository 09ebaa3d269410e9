import { SCOPES, type Scope } from '#contract/operation.ts';
import { grants } from '#src/api/write-access.ts';
import { defineMessages } from '#src/i18n/messages.ts';

/** Each scope in words: a short `name`, and `text` as a sentence. */
export const scopeTexts: Readonly<Record<Scope, { readonly name: string; readonly text: string }>> = defineMessages({
  read: { name: 'Read only', text: 'Read tickets, customers and reports. Every API token can.' },
  'admin:read': {
    name: 'Audit log',
    text: 'Read the audit log, API tokens, the export of a person and the contents of webhooks',
  },
  'tickets:write': { name: 'Tickets', text: 'Create, change and answer tickets; shared views' },
  'tags:write': { name: 'Tags', text: 'Create, rename, merge and delete tags' },
  'csat:write': { name: 'CSAT', text: 'Follow up on CSAT answers; notes on charts' },
  'customers:write': { name: 'Customers', text: 'Create, edit, block, merge and erase customers; notes' },
  'channels:write': { name: 'Channels', text: 'Bind and unbind one channel' },
  'channels:bulk': { name: 'Bulk bind', text: 'Bind channels from a file, and its dry run' },
  'portal_tokens:write': { name: 'Portal links', text: 'Issue and revoke portal links' },
  'visitors:write': { name: 'Visitors', text: 'Create and erase website visitors' },
  'events:write': { name: 'Events', text: 'Record what website visitors do' },
  'ai:invoke': { name: 'AI copilot', text: 'Ask the AI copilot, which costs money' },
  'ai_limits:write': { name: 'AI caps', text: 'Change AI caps, alerts and prices' },
  'ingest:write': { name: 'Incoming data', text: 'Send in messages, conversations and AI calls of other systems' },
  'calendar:write': { name: 'Business hours', text: 'Change business hours and holidays' },
  'webhooks:write': { name: 'Webhooks', text: 'Create, change and delete webhooks; send deliveries again' },
  'site:write': { name: 'Site settings', text: 'Change settings of the site, such as the reply target' },
  'tokens:write': { name: 'API tokens', text: 'Issue, rotate, rename and revoke API tokens' },
  '*': { name: 'Everything', text: 'Every scope there is, and whatever is added later' },
});

const groupNames = defineMessages({
  reading: 'Reading',
  tickets: 'Tickets',
  customers: 'Customers',
  ai: 'AI',
  site: 'Site',
  all: 'Everything',
});

interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** Every scope once, by subject. */
export const SCOPE_GROUPS: readonly ScopeGroup[] = [
  { name: groupNames.reading, scopes: ['read', 'admin:read'] },
  { name: groupNames.tickets, scopes: ['tickets:write', 'tags:write', 'csat:write'] },
  {
    name: groupNames.customers,
    scopes: [
      ...(['customers:write', 'channels:write', 'channels:bulk'] as const),
      ...(['portal_tokens:write', 'visitors:write', 'events:write'] as const),
    ],
  },
  { name: groupNames.ai, scopes: ['ai:invoke', 'ai_limits:write'] },
  {
    name: groupNames.site,
    scopes: ['ingest:write', 'calendar:write', 'webhooks:write', 'site:write', 'tokens:write'],
  },
  { name: groupNames.all, scopes: ['*'] },
];

/** Scopes to start from (docs/api.md, "Scopes"), without `read`, which every token has. */
export const PRESETS = {
  read: [],
  agent: [
    ...(['tickets:write', 'tags:write', 'csat:write', 'customers:write'] as const),
    ...(['channels:write', 'portal_tokens:write', 'ai:invoke'] as const),
  ],
  importer: ['channels:bulk', 'visitors:write', 'events:write', 'ingest:write'],
  admin: ['*'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export const PRESET_NAMES = ['read', 'agent', 'importer', 'admin'] as const satisfies readonly (keyof typeof PRESETS)[];

/** Whether a token with these scopes may use and give the scope; `read` needs none. */
export function mayGive(scopes: readonly string[], scope: Scope): boolean {
  if (scope === 'read') return true;
  return scope === '*' ? scopes.includes('*') : grants(scopes, scope);
}

/** A scope in short words; an unknown one keeps its name. */
export function scopeName(scope: string): string {
  const known = SCOPES.find((name) => name === scope);
  return known === undefined ? scope : scopeTexts[known].name;
}

/** Scopes in the order of the groups, without `read` if there are others. */
export function shownScopes(scopes: readonly string[]): readonly string[] {
  const order: readonly string[] = SCOPE_GROUPS.flatMap((group) => group.scopes);
  const writing = scopes.filter((scope) => scope !== 'read');
  const place = (scope: string) => (order.includes(scope) ? order.indexOf(scope) : order.length);
  return writing.length === 0 ? ['read'] : writing.toSorted((a, b) => place(a) - place(b));
}
