-- Calls know whether a hard limit was used up when they were made: those of others are reported, not stopped.

alter table ai_call add column over_cap boolean not null default false;
-- Why it failed, in a word of whoever made it.
alter table ai_call add column error_code text;
alter table ai_usage_day add column over_cap bigint not null default 0;
alter table ai_usage_day add column over_cap_usd numeric not null default 0;

-- Whether a hard limit was used up at an instant: the limits as they were then, and what the calls up to then had used,
-- without the one that asks. Volatile, so that a writer that waited for another one sees what that one wrote.
create function ai_over_cap(of_site bigint, at_utc timestamptz, except_id bigint)
returns boolean language sql volatile as $$
  select coalesce(k.action = 'hard' and (
    case when k.budget is not null then k.budget <=
      (select coalesce(sum(d.cost_usd), 0) from ai_usage_day d where d.site_id = of_site
        and d.day between date_trunc('month', at_utc at time zone 'UTC')::date and (at_utc at time zone 'UTC')::date)
      - (select coalesce(sum(c.cost_usd), 0) from ai_call c where c.site_id = of_site and c.created_utc > at_utc
        and c.created_utc < date_trunc('day', at_utc, 'UTC') + interval '1 day')
      - (select coalesce(sum(c.cost_usd), 0) from ai_call c where c.site_id = of_site and c.id = except_id
        and c.created_utc between date_trunc('month', at_utc, 'UTC') and at_utc) end
    or case when k.tokens is not null then k.tokens <=
      (select coalesce(sum(d.tokens), 0) from ai_usage_day d where d.site_id = of_site
        and d.day = (at_utc at time zone 'UTC')::date)
      - (select coalesce(sum(c.tokens), 0) from ai_call c where c.site_id = of_site and c.created_utc > at_utc
        and c.created_utc < date_trunc('day', at_utc, 'UTC') + interval '1 day')
      - (select coalesce(sum(c.tokens), 0) from ai_call c where c.site_id = of_site and c.id = except_id
        and c.created_utc between date_trunc('day', at_utc, 'UTC') and at_utc) end
    or case when k.calls is not null then k.calls <=
      (select count(*) from ai_call c where c.site_id = of_site and c.id is distinct from except_id
        and c.created_utc between date_trunc('minute', at_utc) and at_utc) end
  ), false)
  from (
    -- What a later change tells of the time before it, else what is in force now.
    select case when h.was ? 'action' then h.was ->> 'action' else b.action end as action,
      case when h.was ? 'budget' then (h.was ->> 'budget')::numeric else b.monthly_budget_usd end as budget,
      case when h.was ? 'daily_tokens' then (h.was ->> 'daily_tokens')::numeric else b.daily_token_limit end as tokens,
      case when h.was ? 'minute_calls' then (h.was ->> 'minute_calls')::numeric else b.minute_call_limit end as calls
    from (
      select coalesce(jsonb_object_agg(f.cap, f.from_value), '{}') as was from (
        select distinct on (c.cap) c.cap, c.from_value from ai_cap_change c
        where c.site_id = of_site and c.created_utc > at_utc order by c.cap, c.created_utc, c.id
      ) f
    ) h left join ai_billing b on b.site_id = of_site
  ) k
$$;

-- The calls that are known already, by the same rule and the order in which they were made. Those that the service made
-- itself had a reservation: no limit was used up when they began.
with hard_sites as (
  select site_id from ai_billing where action = 'hard'
  union
  select site_id from ai_cap_change where cap = 'action' and 'hard' in (from_value, to_value)
), ran as (
  select c.site_id, c.id, c.created_utc,
    coalesce(sum(c.cost_usd) over (partition by c.site_id, date_trunc('month', c.created_utc, 'UTC') order by c.created_utc,
      c.id rows between unbounded preceding and 1 preceding), 0) as month_cost_usd,
    coalesce(sum(c.tokens) over (partition by c.site_id, date_trunc('day', c.created_utc, 'UTC') order by c.created_utc,
      c.id rows between unbounded preceding and 1 preceding), 0) as day_tokens,
    count(*) over (partition by c.site_id, date_trunc('minute', c.created_utc) order by c.created_utc, c.id) - 1
      as minute_calls,
    c.feature in ('copilot', 'copilot_summary') and coalesce(c.external_id, '') ~ '^call-[0-9]+$' as is_own
  from ai_call c join hard_sites s on s.site_id = c.site_id
), spans as (
  select c.site_id, c.cap, c.from_value as value, c.created_utc as until_utc,
    coalesce(lag(c.created_utc) over (partition by c.site_id, c.cap order by c.created_utc, c.id), '-infinity') as since_utc
  from ai_cap_change c
  union all
  select b.site_id, v.cap, v.value, 'infinity', coalesce((select max(c.created_utc) from ai_cap_change c
    where c.site_id = b.site_id and c.cap = v.cap), '-infinity')
  from ai_billing b cross join lateral (values ('action', b.action), ('budget', b.monthly_budget_usd::text),
    ('daily_tokens', b.daily_token_limit::text), ('minute_calls', b.minute_call_limit::text)) v (cap, value)
), over_cap as (
  select distinct r.site_id, r.id
  from ran r
  join spans a on a.site_id = r.site_id and a.cap = 'action' and a.value = 'hard'
    and a.since_utc <= r.created_utc and r.created_utc < a.until_utc
  join spans l on l.site_id = r.site_id and l.cap <> 'action' and l.value is not null
    and l.since_utc <= r.created_utc and r.created_utc < l.until_utc
    and l.value::numeric <= case l.cap when 'budget' then r.month_cost_usd when 'daily_tokens' then r.day_tokens
      else r.minute_calls end
  where not r.is_own
)
update ai_call c set over_cap = true from over_cap o where c.site_id = o.site_id and c.id = o.id;

update ai_usage_day d set over_cap = o.calls, over_cap_usd = o.usd
from (
  select site_id, (created_utc at time zone 'UTC')::date as day, feature, model, coalesce(token_id, 0) as token_id,
    count(*) as calls, trim_scale(sum(cost_usd)) as usd
  from ai_call where over_cap group by 1, 2, 3, 4, 5
) o
where d.site_id = o.site_id and d.day = o.day and d.feature = o.feature and d.model = o.model and d.token_id = o.token_id;
