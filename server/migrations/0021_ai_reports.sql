-- AI calls know who made them and for which ticket; their sums know model, token and how long the calls took; refused
-- calls, changes of limits and alerts are kept one by one.

-- Which token logged the call: null for what the service or an admin command wrote. As in the audit log without a
-- foreign key, so that the figure outlives the token.
alter table ai_call add column token_id bigint;
-- The ticket that the call was made for; that of its session is found there.
alter table ai_call add column ticket_id bigint;
alter table ai_call add foreign key (site_id, ticket_id) references ticket (site_id, id) on delete set null (ticket_id);

update ai_call c set token_id = a.token_id
from (
  select distinct on (site_id, object_id) site_id, object_id, token_id from audit_log
  where object_type = 'ai_call' and action = 'ai_call.record' and token_id is not null
  order by site_id, object_id, at_utc desc, id desc
) a
where a.site_id = c.site_id and a.object_id = c.id::text;

create index ai_call_ticket on ai_call (site_id, ticket_id) where ticket_id is not null;
create index ai_call_cost on ai_call (site_id, cost_usd desc, created_utc desc, id desc);
create index ai_call_error on ai_call (site_id, created_utc desc, id desc) where status = 'error';

-- The upper bound of the part of the histogram that a call falls into; the last one has none and is the largest integer.
create function ai_latency_bound(latency_ms integer) returns integer language sql immutable strict as $$
  select (array[50, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000,
    20000, 30000, 60000, 2147483647])[1 + width_bucket(latency_ms - 1, array[50, 100, 150, 200, 300, 400, 500, 750, 1000,
    1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 30000, 60000])]
$$;

drop table ai_usage_day;
-- The calls by UTC day, written in the transaction of the call. No checks: a difference may be below 0.
create table ai_usage_day (
  site_id bigint not null references site on delete cascade,
  day date not null,
  feature text not null,
  model text not null,
  -- 0 where no token logged the calls.
  token_id bigint not null,
  calls bigint not null default 0,
  cache_hits bigint not null default 0,
  errors bigint not null default 0,
  -- Kept away by a hard limit: they are no calls, and in no other column.
  refused bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  tokens bigint not null generated always as (input_tokens + output_tokens) stored,
  cost_usd numeric not null default 0,
  latency_ms bigint not null default 0,
  unpriced bigint not null default 0,
  primary key (site_id, day, feature, model, token_id)
);

insert into ai_usage_day (site_id, day, feature, model, token_id, calls, cache_hits, errors, input_tokens, output_tokens,
  cost_usd, latency_ms, unpriced)
select site_id, (created_utc at time zone 'UTC')::date, feature, model, coalesce(token_id, 0), count(*),
  count(*) filter (where cache_hit), count(*) filter (where status = 'error'), sum(input_tokens), sum(output_tokens),
  trim_scale(sum(cost_usd)), sum(latency_ms), count(*) filter (where not is_priced)
from ai_call group by 1, 2, 3, 4, 5;

-- How long the calls of a day took: each is counted at one upper bound.
create table ai_latency_day (
  site_id bigint not null references site on delete cascade,
  day date not null,
  feature text not null,
  model text not null,
  token_id bigint not null,
  le_ms integer not null,
  calls bigint not null,
  primary key (site_id, day, feature, model, token_id, le_ms)
);

insert into ai_latency_day (site_id, day, feature, model, token_id, le_ms, calls)
select site_id, (created_utc at time zone 'UTC')::date, feature, model, coalesce(token_id, 0),
  ai_latency_bound(latency_ms), count(*)
from ai_call group by 1, 2, 3, 4, 5, 6;

-- Calls that a hard limit kept away. Counts by limit were all that was kept of them before, and nothing showed them.
drop table ai_refusal_day;
create table ai_refusal (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  feature text not null,
  model text not null,
  is_priced boolean not null,
  -- The limits that kept it away.
  caps text[] not null,
  token_id bigint,
  ticket_id bigint,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete set null (ticket_id)
);
create index ai_refusal_created on ai_refusal (site_id, created_utc desc, id desc);
create index ai_refusal_ticket on ai_refusal (site_id, ticket_id) where ticket_id is not null;

-- What changed of the limits, one row a field; null is no limit.
create table ai_cap_change (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  actor text not null,
  cap text not null check (cap in ('budget', 'daily_tokens', 'minute_calls', 'action')),
  from_value text,
  to_value text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id)
);
create index ai_cap_change_created on ai_cap_change (site_id, created_utc desc, id desc);

insert into ai_cap_change (site_id, id, actor, cap, from_value, to_value, created_utc)
select site_id, next_id(site_id), actor, cap, from_value, to_value, at_utc
from (
  select a.site_id, case a.actor_kind when 'admin' then 'admin command' else coalesce(a.label, '') end as actor,
    case c.value ->> 'field' when 'monthly_budget_usd' then 'budget' when 'daily_token_limit' then 'daily_tokens'
      when 'minute_call_limit' then 'minute_calls' else 'action' end as cap,
    c.value ->> 'from' as from_value, c.value ->> 'to' as to_value, a.at_utc
  from audit_log a cross join lateral jsonb_array_elements(a.changes) with ordinality c (value, position)
  where a.action = 'ai_limits.update' and a.outcome = 'ok'
    and c.value ->> 'field' in ('monthly_budget_usd', 'daily_token_limit', 'minute_call_limit', 'action')
  order by a.site_id, a.at_utc, a.id, c.position
) changes;

-- Alerts of past periods stay. When the ones of the periods under way fired was not kept: no later than the last call.
alter table ai_cap_notice add column fired_utc timestamptz(3);
update ai_cap_notice n set fired_utc = greatest(n.period_start,
  (select max(c.created_utc) from ai_call c where c.site_id = n.site_id and c.created_utc >= n.period_start));
alter table ai_cap_notice alter column fired_utc set not null;

-- Prices that a site has beside those of the service, in USD per million tokens.
create table ai_price (
  site_id bigint not null references site on delete cascade,
  model text not null,
  input_usd numeric not null check (input_usd >= 0),
  output_usd numeric not null check (output_usd >= 0),
  primary key (site_id, model)
);

select raise_site_wall('ai_usage_day', 'ai_latency_day', 'ai_refusal', 'ai_cap_change', 'ai_price');
