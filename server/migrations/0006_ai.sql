-- AI calls, what they come to by day and feature, a site's limits, and what calls under way have reserved.

create table ai_call (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  feature text not null,
  model text not null,
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  tokens bigint not null generated always as (input_tokens + output_tokens) stored,
  -- Never rounded: numeric without a scale keeps every digit.
  cost_usd numeric not null check (cost_usd >= 0),
  -- False where nobody said what it cost and the model has no price; the cost is 0 then.
  is_priced boolean not null,
  latency_ms integer not null check (latency_ms >= 0),
  status text not null check (status in ('ok', 'error')),
  cache_hit boolean not null,
  session_id text,
  -- The id that a widget or an import knows it by.
  external_id text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id)
);
create index ai_call_created on ai_call (site_id, created_utc desc, id desc) include (status);
create index ai_call_session on ai_call (site_id, session_id) where session_id is not null;
create unique index ai_call_external on ai_call (site_id, external_id) where external_id is not null;

-- The same calls by UTC day, written in the transaction of the call. No checks: a difference may be below 0.
create table ai_usage_day (
  site_id bigint not null references site on delete cascade,
  day date not null,
  feature text not null,
  calls bigint not null,
  cache_hits bigint not null,
  errors bigint not null,
  tokens bigint not null,
  cost_usd numeric not null,
  latency_ms bigint not null,
  unpriced bigint not null,
  primary key (site_id, day, feature)
);

-- The billing record: limits without a value do not hold anybody.
create table ai_billing (
  site_id bigint primary key references site on delete cascade,
  monthly_budget_usd numeric check (monthly_budget_usd >= 0),
  daily_token_limit bigint check (daily_token_limit >= 0),
  minute_call_limit bigint check (minute_call_limit >= 0),
  action text not null default 'soft' check (action in ('soft', 'hard')),
  created_utc timestamptz(3) not null,
  updated_utc timestamptz(3) not null
);

-- The most that a call under way may use. One whose node died counts until it expires.
create table ai_reservation (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  tokens bigint not null,
  cost_usd numeric not null,
  created_utc timestamptz(3) not null,
  expires_utc timestamptz(3) not null,
  primary key (site_id, id)
);

-- Calls that a limit kept away. They are no AI calls, so they are counted apart.
create table ai_refusal_day (
  site_id bigint not null references site on delete cascade,
  day date not null,
  cap text not null,
  refused bigint not null,
  primary key (site_id, day, cap)
);

-- Which thresholds of a limit were told in its period; 100 is the limit itself.
create table ai_cap_notice (
  site_id bigint not null references site on delete cascade,
  cap text not null,
  period_start timestamptz(3) not null,
  threshold smallint not null,
  primary key (site_id, cap, period_start, threshold)
);

-- What counts against the three limits at an instant: this UTC month's cost, this day's tokens, this minute's calls.
create function ai_current(of_site bigint, at_utc timestamptz)
returns table (month_cost_usd numeric, day_tokens numeric, minute_calls numeric) language sql stable as $$
  select
    coalesce((select sum(d.cost_usd) from ai_usage_day d where d.site_id = of_site
      and d.day between date_trunc('month', at_utc at time zone 'UTC')::date and (at_utc at time zone 'UTC')::date), 0),
    coalesce((select sum(d.tokens) from ai_usage_day d where d.site_id = of_site
      and d.day = (at_utc at time zone 'UTC')::date), 0),
    (select count(*)::numeric from ai_call c where c.site_id = of_site
      and c.created_utc >= date_trunc('minute', at_utc) and c.created_utc < date_trunc('minute', at_utc) + interval '1 minute')
$$;

select raise_site_wall('ai_call', 'ai_usage_day', 'ai_billing', 'ai_reservation', 'ai_refusal_day', 'ai_cap_notice');
