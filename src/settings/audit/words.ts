import type { AuditAction, AuditObjectType } from '#contract/audit.ts';
import { defineMessages } from '#src/i18n/messages.ts';

/** Actions, record types and fields of the audit log in words. Names from a newer service are shown unchanged. */
const words = defineMessages<{
  readonly action: Readonly<Record<AuditAction, string>>;
  readonly object: Readonly<Record<AuditObjectType, string>>;
  readonly field: Readonly<Record<string, string>>;
}>({
  action: {
    'agent.create': 'Agent added',
    'ai_limits.update': 'AI caps changed',
    'ai_price.update': 'AI price changed',
    'ai_review.change': 'AI review changed',
    'ai_review.create': 'AI review added',
    'ai_review.delete': 'AI review deleted',
    'business_calendar.update': 'Business hours changed',
    'channel.bind': 'Channel bound',
    'channel.bulk_bind': 'Channels bound from a file',
    'channel.bulk_undo': 'Bulk bind undone',
    'channel.unbind': 'Channel unbound',
    'chart_note.create': 'Chart note added',
    'chart_note.delete': 'Chart note deleted',
    'csat.review': 'CSAT answer followed up',
    'csv.export': 'File downloaded',
    'customer.block': 'Customer blocked',
    'customer.create': 'Customer created',
    'customer.dismiss_duplicate': 'Duplicate suggestion dismissed',
    'customer.merge': 'Customers merged',
    'customer.unblock': 'Customer unblocked',
    'customer.unmerge': 'Merge of customers undone',
    'customer.update': 'Customer changed',
    'customer_note.create': 'Customer note added',
    'customer_note.delete': 'Customer note deleted',
    'demo.reset': 'Demo data reset',
    'import.run': 'Import run',
    'ingest.run': 'Data sent in',
    'person.erase': 'Personal data erased',
    'person.erase_step': 'Personal data erased in part',
    'person.export': 'Personal data exported',
    'portal_token.issue': 'Portal link issued',
    'portal_token.reuse': 'Portal link issued again',
    'portal_token.revoke': 'Portal link revoked',
    'preferences.update': 'Preferences saved',
    'saved_reply.create': 'Saved reply added',
    'saved_reply.delete': 'Saved reply deleted',
    'saved_reply.update': 'Saved reply changed',
    'saved_view.create': 'View saved',
    'saved_view.delete': 'View deleted',
    'saved_view.update': 'View changed',
    'session.end': 'Signed out',
    'session.start': 'Signed in',
    'site.create': 'Site created',
    'site.update': 'Site changed',
    'site_settings.update': 'Site settings changed',
    'tag.create': 'Tag created',
    'tag.delete': 'Tag deleted',
    'tag.delete_step': 'Tag being deleted',
    'tag.merge': 'Tags merged',
    'tag.merge_step': 'Tags being merged',
    'tag.update': 'Tag changed',
    'tag.update_step': 'Tag being changed',
    'ticket.comment': 'Ticket reply or note',
    'ticket.create': 'Ticket created',
    'ticket.undo': 'Ticket change undone',
    'ticket.update': 'Ticket changed',
    'token.confirm': 'API token confirmation',
    'token.issue': 'API token issued',
    'token.refused': 'Invalid API token used',
    'token.revoke': 'API token revoked',
    'token.rotate': 'API token rotated',
    'token.update': 'API token renamed',
    'visitor.delete': 'Visitor erased',
    'webhook.create': 'Webhook created',
    'webhook.delete': 'Webhook deleted',
    'webhook.disable': 'Webhook disabled by the service',
    'webhook.end_overlap': 'Old webhook secret ended',
    'webhook.recover': 'Failed deliveries sent again',
    'webhook.replay': 'Webhook delivery sent again',
    'webhook.rotate_secret': 'Webhook secret rotated',
    'webhook.test': 'Webhook tested',
    'webhook.update': 'Webhook changed',
  },
  object: {
    agent: 'Agent',
    ai_limits: 'AI caps',
    ai_price: 'AI price',
    ai_review: 'AI review',
    api_token: 'API token',
    browser_session: 'Browser session',
    business_calendar: 'Business hours',
    chart_note: 'Chart note',
    csat_response: 'CSAT answer',
    customer_identity: 'Customer',
    customer_note: 'Customer note',
    import: 'Import',
    list: 'List',
    portal_token: 'Portal link',
    saved_reply: 'Saved reply',
    saved_view: 'View',
    site: 'Site',
    site_settings: 'Site settings',
    tag: 'Tag',
    ticket: 'Ticket',
    visitor: 'Visitor',
    webhook_delivery: 'Webhook delivery',
    webhook_subscription: 'Webhook',
  },
  field: {
    agent_id: 'agent',
    assignee_agent_id: 'assignee',
    color: 'colour',
    daily_token_limit: 'daily tokens',
    flag_on: 'business hours apply',
    identity_id: 'customer',
    include_pii: 'personal data included',
    input_usd: 'input price',
    live_sessions: 'sessions at most',
    merge_into_id: 'merged into',
    merged_id: 'merged customer',
    minute_call_limit: 'calls a minute',
    monthly_budget_usd: 'monthly budget',
    other_id: 'other customer',
    output_usd: 'output price',
    overlap_hours: 'overlap in hours',
    overrides: 'hours of single dates',
    rate_limit_per_min: 'calls a minute',
    replaced_by_id: 'replaced by',
    requester_email: 'requester’s email',
    requester_name: 'requester’s name',
    requester_phone: 'requester’s phone',
    snoozed_until_utc: 'snoozed until',
    url: 'address',
    week: 'weekly hours',
  },
});

export function formatAction(action: string): string {
  return textOf(words.action, action);
}

export function formatRecordType(type: string): string {
  return textOf(words.object, type);
}

/** An unknown field keeps its name, with spaces. */
export function formatField(field: string): string {
  return textOf(words.field, field, field.replaceAll('_', ' '));
}

function textOf(known: Readonly<Record<string, string>>, name: string, other = name): string {
  return Object.hasOwn(known, name) ? (known[name] ?? other) : other;
}
