-- The sums by day of a part of the calls, in the columns of ai_usage_day: those that failed (error), and those that a
-- cache answered (cached). Reports of these alone need not read every call.
create table ai_part_day (
  site_id bigint not null references site on delete cascade,
  part text not null,
  day date not null,
  feature text not null,
  model text not null,
  token_id bigint not null,
  calls bigint not null,
  cache_hits bigint not null,
  errors bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_usd numeric not null,
  latency_ms bigint not null,
  unpriced bigint not null,
  over_cap bigint not null,
  over_cap_usd numeric not null,
  primary key (site_id, part, day, feature, model, token_id)
);

insert into ai_part_day
select c.site_id, p.part, (c.created_utc at time zone 'UTC')::date, c.feature, c.model, coalesce(c.token_id, 0), count(*),
  count(*) filter (where c.cache_hit), count(*) filter (where c.status = 'error'), sum(c.input_tokens), sum(c.output_tokens),
  sum(c.cost_usd), sum(c.latency_ms), count(*) filter (where not c.is_priced), count(*) filter (where c.over_cap),
  coalesce(sum(c.cost_usd) filter (where c.over_cap), 0)
from ai_call c cross join lateral (values ('error', c.status = 'error'), ('cached', c.cache_hit)) p (part, is_in)
where p.is_in group by 1, 2, 3, 4, 5, 6;

create table ai_part_latency_day (
  site_id bigint not null references site on delete cascade,
  part text not null,
  day date not null,
  feature text not null,
  model text not null,
  token_id bigint not null,
  le_ms integer not null,
  calls bigint not null,
  primary key (site_id, part, day, feature, model, token_id, le_ms)
);

insert into ai_part_latency_day
select c.site_id, p.part, (c.created_utc at time zone 'UTC')::date, c.feature, c.model, coalesce(c.token_id, 0),
  ai_latency_bound(c.latency_ms), count(*)
from ai_call c cross join lateral (values ('error', c.status = 'error'), ('cached', c.cache_hit)) p (part, is_in)
where p.is_in group by 1, 2, 3, 4, 5, 6, 7;

select raise_site_wall('ai_part_day', 'ai_part_latency_day');
