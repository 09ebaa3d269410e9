/** Parameters and answer of one operation with EXTENSIONS=0. */
interface Documented {
  /** Aliases of the resource. */
  readonly aliases?: string;
  /** Parameters, in any order. */
  readonly query?: string;
  /** Fields of the body, in any order. */
  readonly body?: string;
  /** Fields of each object of the answer, by its path; `''` is the answer itself, `[]` the items of a list. */
  readonly reply: Readonly<Record<string, string>>;
}

// Written by hand from the API document, and from decisions where the document shows nothing. Do not derive any of it
// from the contract, as it verifies the contract's marks. A field with `?` is present only where it applies.

const TICKET =
  'id ticket_number subject status priority channel requester_name requester_email requester_phone tags first_response_utc resolved_utc created_utc customer_identity_id';
const TAG = 'id name color ticket_count created_utc';
const IDENTITY = 'id email phone display_name ticket_count first_seen_utc last_seen_utc';
const CAP = 'limit current exceeded headroom? percent_used?';
const LIMITS = {
  '': 'budget daily_tokens minute_calls any_exceeded action',
  budget: CAP,
  daily_tokens: CAP,
  minute_calls: CAP,
};
const CALENDAR = {
  '': 'week holidays flag_on is_now_within_hours time_zone',
  'week[]': 'day_of_week open_minute close_minute',
  'holidays[]': 'date name',
};
const ASSET = 'imported_rows skipped_rows failed_rows run_count last_run_utc';
const TESTED = 'name ok round_trip_ms error';
const COUNTED = 'label count';
const USED = 'date calls tokens cost_usd';
const HANDOFF =
  'id session_id reason status channel ticket_id customer_identity_id visitor_key taken_by_agent_id created_utc taken_utc resolved_utc wait_seconds';
const VISITOR =
  'id visitor_key email phone display_name attributes customer_identity_id segments event_count first_seen_utc last_seen_utc';
const SUBSCRIPTION =
  'id url description events include_pii state disabled_reason disabled_utc overlap_until_utc pending failed_24h last_delivery_utc created_utc updated_utc';

/** By method and resource: all operations with EXTENSIONS=0. */
export const DOCUMENTED: Readonly<Record<string, Documented>> = {
  'GET whoami': {
    reply: {
      '': 'token_id token_prefix site_id label scopes request_count created_utc last_used_utc capabilities',
      capabilities: 'api_version rate_limit_per_min supports_patch supports_bulk auth_methods csv_exporters deployed',
      // Names of features, and whether each is available.
      'capabilities.deployed': '*',
    },
  },
  'GET health': {
    reply: {
      '': 'as_of_utc open_tickets pending_tickets unassigned_open_pending snoozed stale_no_first_reply stale_threshold webhook_queue_pending webhook_failed_24h last_inbound_message_utc is_now_within_business_hours business_calendar_active portal_active_tokens portal_total_uses customer_identities bound_channel_handles channel_msg_inbound_30d ai_calls_24h ai_errors_24h ai_budget_exceeded',
    },
  },
  'GET tickets': {
    query: 'status assignee priority q limit skip format',
    reply: { '': 'items total_count', 'items[]': TICKET },
  },
  'POST tickets': {
    body: 'subject channel priority requester_name requester_email requester_phone initial_comment required_skills',
    reply: { '': TICKET },
  },
  'GET ticket': {
    query: 'id include',
    reply: {
      '': `${TICKET} assignee_agent_id updated_utc required_skills links? activity? comments?`,
      'links[]': 'kind id label',
      'activity[]': 'id kind actor from to created_utc',
      'comments[]': 'id ticket_id author_kind author_name agent_id visibility channel body created_utc',
    },
  },
  'PATCH ticket': { body: 'id status priority assignee_agent_id', reply: { '': TICKET } },
  'GET customer': {
    query: 'email phone',
    reply: {
      '': 'identity tickets csat recent_tickets',
      identity: `${IDENTITY} channels`,
      'identity.channels[]': 'channel external_user_id display_handle bound_utc',
      tickets: 'total open pending resolved closed',
      csat: 'count average',
      'recent_tickets[]': TICKET,
    },
  },
  'GET customer_identities': {
    query: 'order_by limit skip format',
    reply: { '': 'items total_count', 'items[]': IDENTITY },
  },
  'GET csat': {
    query: 'days limit score_min score_max include',
    reply: {
      '': 'summary recent trend?',
      summary: 'responses average satisfied_share distribution',
      'summary.distribution': '0 1 2 3 4 5',
      'recent[]': 'id ticket_id score comment customer_name created_utc',
      'trend[]': 'date responses average',
    },
  },
  'GET business_calendar': { reply: CALENDAR },
  'PATCH business_calendar': { body: 'week', reply: CALENDAR },
  'POST portal_token': {
    body: 'requester_email expiry_days reuse_active',
    reply: { '': 'id requester_email token token_url expires_utc use_count reused' },
  },
  'DELETE portal_token': { query: 'id', reply: { '': 'id revoked revoked_utc' } },
  'GET migrate_status': {
    reply: {
      '': 'tickets articles macros portal_tokens customer_identities channel_foundation ai_usage',
      tickets: ASSET,
      articles: ASSET,
      macros: ASSET,
      portal_tokens: 'active_tokens expired_tokens revoked_tokens total_uses',
      customer_identities: 'total_identified with_email with_phone',
      channel_foundation: 'total_bound_handles channels',
      'channel_foundation.channels[]': 'channel bound_handles msg_inbound_month msg_outbound_month',
      ai_usage: 'calls_month tokens_month cost_month_usd errors_month cache_hits_month',
    },
  },
  'POST bind_channel': {
    body: 'identity_id email phone channel external_user_id display_handle display_name',
    reply: { '': 'ok identity_id channel external_user_id display_handle' },
  },
  'DELETE bind_channel': {
    query: 'channel external_user_id',
    reply: { '': 'ok channel external_user_id' },
  },
  'POST bind_channels_bulk': {
    query: 'dry_run',
    reply: {
      '': 'total_rows bound refreshed minted_identity bad_channel no_identity failed error_sample dry_run',
    },
  },
  'GET ai_usage': {
    aliases: 'ai_spend',
    query: 'days include',
    reply: {
      '': 'summary by_feature trend? series? applied_filters',
      summary:
        'calls_today calls_yesterday calls_month cache_hits_month errors_month tokens_today tokens_month cost_month_usd unpriced_calls_month',
      'by_feature[]': 'feature calls cache_hits errors tokens cost_usd mean_latency_ms cache_hit_rate error_rate',
      'trend[]': USED,
      'series[]': USED,
      applied_filters: 'days include',
    },
  },
  'GET ai_insights': {
    aliases: 'insights',
    query: 'days take format',
    reply: {
      '': 'ok days top_questions top_handoff_reasons handoff_status',
      'top_questions[]': COUNTED,
      'top_handoff_reasons[]': COUNTED,
      'handoff_status[]': COUNTED,
    },
  },
  'POST ai_copilot': {
    aliases: 'ai_suggest_reply copilot',
    body: 'mode transcript tone_hint provider_api_key model',
    reply: { '': 'mode text bullets? model tokens cost_usd latency_ms' },
  },
  'GET ai_limits': { aliases: 'ai_guardrails', reply: LIMITS },
  'PATCH ai_limits': {
    aliases: 'ai_guardrails',
    body: 'monthly_budget_usd daily_token_limit minute_call_limit action',
    reply: LIMITS,
  },
  'GET self_test': {
    aliases: 'self_test_all',
    reply: { '': 'ok total_runtime_ms tests', 'tests[]': TESTED },
  },
  'GET ai_usage_self_test': { aliases: 'ai_self_test', reply: { '': TESTED } },
  'GET channel_self_test': { aliases: 'channel_foundation_self_test', reply: { '': TESTED } },
  'GET tags': { query: 'limit skip', reply: { '': 'items total_count', 'items[]': TAG } },
  'POST tags': { body: 'name color', reply: { '': TAG } },
  'PATCH tags': { body: 'id name color merge_into_id', reply: { '': `${TAG} changed_tickets` } },
  'DELETE tags': { query: 'id', reply: { '': 'id deleted changed_tickets' } },
  'GET conversation_starters': {
    query: 'limit skip',
    reply: { '': 'items total_count', 'items[]': 'id text position locale created_utc' },
  },
  'GET handoffs': {
    query: 'since status sessionId limit skip',
    reply: { '': 'items total_count', 'items[]': HANDOFF },
  },
  'GET transcripts': {
    query: 'sessionId',
    reply: {
      '': 'session_id channel visitor_key customer_identity_id ticket_id outcome message_count cost_usd started_utc ended_utc messages handoffs',
      'messages[]': 'id role author_name text tokens cost_usd latency_ms created_utc',
      'handoffs[]': HANDOFF,
    },
  },
  'GET usage': { reply: { '': 'cycle_start_utc cycle_end_utc ai_replies_served bot_tokens' } },
  'GET feedback': {
    query: 'since rating_min rating_max limit skip',
    reply: {
      '': 'items total_count',
      'items[]': 'id rating comment session_id ticket_id visitor_key customer_identity_id created_utc',
    },
  },
  'GET visitors': {
    query: 'key q email segment customer_identity_id limit skip',
    reply: { '': 'items total_count', 'items[]': VISITOR, 'items[].attributes': '*' },
  },
  'POST visitors': {
    body: 'visitor_key email phone display_name attributes',
    reply: { '': `${VISITOR} created`, attributes: '*' },
  },
  'DELETE visitors': { query: 'key', reply: { '': 'visitor_key deleted erased_events erased_sessions' } },
  'POST track': {
    body: 'visitor_key event properties occurred_utc',
    reply: { '': 'id visitor_key event occurred_utc segments entered left' },
  },
  'GET webhook_subscriptions': {
    query: 'id limit skip',
    reply: { '': 'items total_count', 'items[]': SUBSCRIPTION },
  },
  'POST webhook_subscriptions': {
    body: 'url events description include_pii enabled',
    reply: { '': `${SUBSCRIPTION} secret` },
  },
  'PATCH webhook_subscriptions': {
    body: 'id url events description include_pii enabled rotate_secret overlap_hours end_overlap',
    reply: { '': `${SUBSCRIPTION} secret?` },
  },
  'DELETE webhook_subscriptions': { query: 'id', reply: { '': 'id deleted' } },
};

export const words = (list = ''): readonly string[] => (list === '' ? [] : list.split(' '));

/** Lists undocumented fields of an answer, and documented ones that it lacks. */
export function judgeReply(reply: unknown, { reply: documented }: Documented): readonly string[] {
  const problems = new Set<string>();
  const look = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const item of value) look(item, `${at}[]`);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const list = documented[at];
    if (list === undefined) problems.add(`${at} is not documented as an object`);
    if (list === undefined || list === '*') return;
    const wanted = words(list);
    const names = wanted.map((name) => name.replace('?', ''));
    for (const name of Object.keys(value)) if (!names.includes(name)) problems.add(`${at}.${name} is not documented`);
    for (const name of wanted) if (!name.endsWith('?') && !(name in value)) problems.add(`${at}.${name} is missing`);
    for (const [name, part] of Object.entries(value)) look(part, at === '' ? name : `${at}.${name}`);
  };
  look(reply, '');
  return [...problems];
}
