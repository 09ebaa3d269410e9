import { EXTENSIONS } from '#contract/operation.ts';
import type { getWhoami as row } from '#contract/site.ts';
import type { Handler } from '#server/operation/call.ts';

/** Extensions with at least one operation, field or parameter in this version. */
const BUILT = new Set([
  'sessions',
  'agents',
  'ticket_filters',
  'tickets_bulk',
  'ticket_comments',
  'identity_tools',
  'saved_views',
  'preferences',
  'csv_all',
  'calendar_holidays',
  'calendar_tools',
  'portal_tokens_list',
  'webhook_deliveries',
  'api_tokens',
  'audit_log',
  'openapi',
  'mcp',
  'ai_reports',
  'ai_sessions',
  'saved_replies',
  'ingest',
  'bind_jobs',
  'csat_reports',
  'chart_notes',
  'health_overview',
  'health_history',
  'site_settings',
]);

/** GET whoami: the calling token. For a browser session, the record of its API token with the session's scopes. */
export const getWhoami: Handler<typeof row> = async ({ token, site, extensions, config }) => ({
  token_id: token.id,
  token_prefix: token.prefix,
  site_id: site.id,
  label: token.label,
  scopes: [...token.scopes],
  request_count: Number(token.requestCount),
  created_utc: token.createdUtc,
  last_used_utc: token.lastUsedUtc,
  capabilities: {
    api_version: 'v1',
    rate_limit_per_min: token.rateLimitPerMin,
    supports_patch: true,
    supports_bulk: true,
    auth_methods: ['bearer'],
    csv_exporters: ['tickets', 'customer_identities', 'ai_insights'],
    deployed: {
      channels: !site.undeployed.includes('channels'),
      ai_usage: !site.undeployed.includes('ai_usage'),
      ai_copilot: config.aiProviderBaseUrl !== null && !site.undeployed.includes('ai_usage'),
      ...Object.fromEntries(EXTENSIONS.map((key) => [key, extensions && BUILT.has(key)])),
    },
  },
  site_name: site.name,
  time_zone: site.timeZone,
  is_demo: site.isDemo,
  country: site.country,
  agent_id: token.agentId === null ? null : token.agentId.toString(),
  expires_utc: token.expiresUtc,
});
