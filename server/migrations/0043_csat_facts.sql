-- How a ticket was when its customer answered, and what was done about the answer.

alter table csat_response
  -- Null until the service has filled it in, which is the case for answers of before this version alone.
  add column priority text,
  add column channel text,
  add column assignee_agent_id bigint,
  add column first_reply text,
  add column within_hours text,
  add column handled_by text,
  add column review text not null default 'none' check (review in ('none', 'contacted', 'reopened', 'ignored')),
  add column review_by text,
  add column review_utc timestamptz(3),
  add column version integer not null default 1;
create index csat_response_unfilled on csat_response (site_id, created_utc) where priority is null;
-- Of a score or a state that few answers have, a page is found without passing over the others.
create index csat_response_score on csat_response (site_id, score, created_utc desc, id desc);
create index csat_response_reviewed on csat_response (site_id, review, created_utc desc, id desc) where review <> 'none';

-- Whether an instant is within the hours of the calendar as it is now, whatever its flag says: a date with own hours beats
-- a holiday, a holiday beats the week. The same as `isWithinHours` of the service.
create function is_within_hours(of_site bigint, at_utc timestamptz) returns boolean language plpgsql stable as $$
declare
  local_time timestamp;
  local_minute integer;
  own_windows jsonb;
begin
  begin
    select at_utc at time zone s.time_zone into local_time from site s where s.id = of_site;
  exception when invalid_parameter_value then
    -- A zone that only the service's own data know.
    local_time := at_utc at time zone 'UTC';
  end;
  local_minute := extract(hour from local_time) * 60 + extract(minute from local_time);
  select o.windows into own_windows from calendar_override o where o.site_id = of_site and o.date = local_time::date;
  if found then
    return exists (select from jsonb_to_recordset(own_windows) w (open_minute integer, close_minute integer)
      where local_minute >= w.open_minute and local_minute < w.close_minute);
  end if;
  if exists (select from calendar_holiday h where h.site_id = of_site and h.date = local_time::date) then
    return false;
  end if;
  return exists (select from calendar_window w where w.site_id = of_site and w.day_of_week = extract(dow from local_time)
    and local_minute >= w.open_minute and local_minute < w.close_minute);
end $$;

-- What reports tell answers apart by. Replies that came after the answer do not count. AI handled a ticket where it
-- replied, or ended a conversation of the ticket with an answer, and no agent wrote to the customer.
create function csat_facts(of_site bigint, of_ticket bigint, at_utc timestamptz)
returns table (priority text, channel text, assignee_agent_id bigint, first_reply text, within_hours text, handled_by text)
language sql stable as $$
  select t.priority, t.channel, t.assignee_agent_id,
    case when t.first_response_utc is null or t.first_response_utc > at_utc then 'none'
      when t.first_response_utc - t.created_utc < interval '1 hour' then 'under_1h'
      when t.first_response_utc - t.created_utc <= interval '4 hours' then '1h_to_4h' else 'over_4h' end,
    case when is_within_hours(of_site, t.created_utc) then 'inside' else 'outside' end,
    case when (k.by_ai or s.by_ai) and not coalesce(k.by_agent, false) and not coalesce(s.by_agent, false)
      then 'ai' else 'person' end
  from ticket t
  cross join lateral (
    select bool_or(c.author_kind = 'ai') as by_ai, bool_or(c.author_kind = 'agent') as by_agent from ticket_comment c
    where c.site_id = of_site and c.ticket_id = t.id and c.visibility = 'public' and c.created_utc <= at_utc
  ) k
  cross join lateral (
    select bool_or(h.outcome = 'answered') as by_ai, bool_or(exists (select from chat_message m
      where m.site_id = of_site and m.session_id = h.session_id and m.role = 'agent' and m.created_utc <= at_utc)) as by_agent
    from chat_session h where h.site_id = of_site and h.ticket_id = t.id
  ) s
  where t.site_id = of_site and t.id = of_ticket
$$;
