-- How many answers there are by time, score and what is known of them, without reading the answers; and how many tickets
-- were resolved. Writers never wait for each other: rows are sums or steps, as those of `ticket_tally`.

-- When the ticket was resolved, as it is now.
alter table csat_response add column ticket_resolved_utc timestamptz(3);

create table csat_tally (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  is_sum boolean not null default false,
  -- All answers, those of a value of a split, of a state, or of tickets that were resolved then instead of answered.
  split text not null,
  key text not null,
  -- Zones of half hours have days that begin within an hour; those hours are read from the answers.
  slot text not null check (slot in ('quarter', 'hour', 'day')),
  start_utc timestamptz(3) not null,
  n0 integer not null,
  n1 integer not null,
  n2 integer not null,
  n3 integer not null,
  n4 integer not null,
  n5 integer not null,
  primary key (site_id, id)
);
create unique index csat_tally_sum on csat_tally (site_id, split, key, slot, start_utc) where is_sum;
create index csat_tally_read on csat_tally (site_id, split, key, slot, start_utc);
create index csat_tally_day on csat_tally (site_id, split, start_utc) where slot = 'day';
create index csat_tally_step on csat_tally (site_id, id) where not is_sum;
create index csat_tally_none on csat_tally (site_id)
  where is_sum and n0 = 0 and n1 = 0 and n2 = 0 and n3 = 0 and n4 = 0 and n5 = 0;

create table resolved_tally (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  is_sum boolean not null default false,
  slot text not null check (slot in ('quarter', 'day')),
  start_utc timestamptz(3) not null,
  n integer not null,
  primary key (site_id, id)
);
create unique index resolved_tally_sum on resolved_tally (site_id, slot, start_utc) where is_sum;
create index resolved_tally_read on resolved_tally (site_id, slot, start_utc);
create index resolved_tally_step on resolved_tally (site_id, id) where not is_sum;
create index resolved_tally_none on resolved_tally (site_id) where is_sum and n = 0;

select raise_site_wall('csat_tally', 'resolved_tally');

-- The slots that an instant lies in. No zone of today is off UTC by anything but quarters of an hour.
create function tally_slots(at_utc timestamptz, fine text) returns table (slot text, start_utc timestamptz)
language sql immutable as $$
  values ('day', date_trunc('day', at_utc, 'UTC')),
    (fine, case fine when 'hour' then date_trunc('hour', at_utc, 'UTC')
      else date_bin(interval '15 minutes', at_utc, timestamptz 'epoch') end)
$$;

-- The rows of the tally that an answer counts in; what is not filled in yet counts in none.
create function csat_slots(created_utc timestamptz, resolved_utc timestamptz, review text, priority text, channel text,
  assignee_agent_id bigint, first_reply text, within_hours text, handled_by text)
returns table (split text, key text, slot text, start_utc timestamptz) language sql immutable as $$
  select v.split, v.key, s.slot, s.start_utc
  from (values ('all', '', created_utc, 'hour'), ('review', review, created_utc, 'hour'),
    ('priority', priority, created_utc, 'hour'), ('channel', channel, created_utc, 'hour'),
    ('agent', case when priority is not null then coalesce(assignee_agent_id::text, 'none') end, created_utc, 'hour'),
    ('first_reply', first_reply, created_utc, 'hour'), ('within_hours', within_hours, created_utc, 'hour'),
    ('ai', handled_by, created_utc, 'hour'), ('resolved', '', resolved_utc, 'quarter')) v (split, key, at_utc, fine)
  cross join lateral tally_slots(v.at_utc, v.fine) s
  where v.key is not null and v.at_utc is not null
$$;

create function tally_new_answers() returns trigger language plpgsql as $$
begin
  insert into csat_tally (site_id, split, key, slot, start_utc, n0, n1, n2, n3, n4, n5)
  select a.site_id, k.*, count(*) filter (where a.score = 0), count(*) filter (where a.score = 1),
    count(*) filter (where a.score = 2), count(*) filter (where a.score = 3), count(*) filter (where a.score = 4),
    count(*) filter (where a.score = 5)
  from new_answers a cross join lateral csat_slots(a.created_utc, a.ticket_resolved_utc, a.review, a.priority, a.channel,
    a.assignee_agent_id, a.first_reply, a.within_hours, a.handled_by) k
  group by 1, 2, 3, 4, 5;
  return null;
end $$;

create function tally_changed_answers() returns trigger language plpgsql as $$
begin
  insert into csat_tally (site_id, split, key, slot, start_utc, n0, n1, n2, n3, n4, n5)
  select * from (
    select a.site_id, k.*, sum(case a.score when 0 then step else 0 end) as n0,
      sum(case a.score when 1 then step else 0 end) as n1, sum(case a.score when 2 then step else 0 end) as n2,
      sum(case a.score when 3 then step else 0 end) as n3, sum(case a.score when 4 then step else 0 end) as n4,
      sum(case a.score when 5 then step else 0 end) as n5
    from (select *, 1 as step from new_answers union all select *, -1 from old_answers) a
    cross join lateral csat_slots(a.created_utc, a.ticket_resolved_utc, a.review, a.priority, a.channel,
      a.assignee_agent_id, a.first_reply, a.within_hours, a.handled_by) k
    group by 1, 2, 3, 4, 5
  ) t where (n0, n1, n2, n3, n4, n5) <> (0, 0, 0, 0, 0, 0);
  return null;
end $$;

-- Answers that go with their site have no tally to go down.
create function tally_gone_answers() returns trigger language plpgsql as $$
begin
  insert into csat_tally (site_id, split, key, slot, start_utc, n0, n1, n2, n3, n4, n5)
  select a.site_id, k.*, -count(*) filter (where a.score = 0), -count(*) filter (where a.score = 1),
    -count(*) filter (where a.score = 2), -count(*) filter (where a.score = 3), -count(*) filter (where a.score = 4),
    -count(*) filter (where a.score = 5)
  from old_answers a cross join lateral csat_slots(a.created_utc, a.ticket_resolved_utc, a.review, a.priority, a.channel,
    a.assignee_agent_id, a.first_reply, a.within_hours, a.handled_by) k
  where exists (select from site s where s.id = a.site_id)
  group by 1, 2, 3, 4, 5;
  return null;
end $$;

create trigger csat_tally_new after insert on csat_response
  referencing new table as new_answers for each statement execute function tally_new_answers();
create trigger csat_tally_changed after update on csat_response
  referencing old table as old_answers new table as new_answers for each statement execute function tally_changed_answers();
create trigger csat_tally_gone after delete on csat_response
  referencing old table as old_answers for each statement execute function tally_gone_answers();

create function tally_new_resolved() returns trigger language plpgsql as $$
begin
  insert into resolved_tally (site_id, slot, start_utc, n)
  select t.site_id, k.slot, k.start_utc, count(*) from new_tickets t
  cross join lateral tally_slots(t.resolved_utc, 'quarter') k where t.resolved_utc is not null group by 1, 2, 3;
  return null;
end $$;

-- Whoever rates a ticket has locked it, so no rating is missed here.
create function tally_changed_resolved() returns trigger language plpgsql as $$
begin
  if not exists (select from new_tickets n join old_tickets o on o.site_id = n.site_id and o.id = n.id
    where n.resolved_utc is distinct from o.resolved_utc) then
    return null;
  end if;
  insert into resolved_tally (site_id, slot, start_utc, n)
  select t.site_id, k.slot, k.start_utc, sum(step) from (
    select site_id, resolved_utc, 1 as step from new_tickets union all select site_id, resolved_utc, -1 from old_tickets
  ) t cross join lateral tally_slots(t.resolved_utc, 'quarter') k where t.resolved_utc is not null
  group by 1, 2, 3 having sum(step) <> 0;
  update csat_response c set ticket_resolved_utc = n.resolved_utc
  from new_tickets n join old_tickets o on o.site_id = n.site_id and o.id = n.id
  where n.resolved_utc is distinct from o.resolved_utc and c.site_id = n.site_id and c.ticket_id = n.id;
  return null;
end $$;

create function tally_gone_resolved() returns trigger language plpgsql as $$
begin
  insert into resolved_tally (site_id, slot, start_utc, n)
  select t.site_id, k.slot, k.start_utc, -count(*) from old_tickets t
  cross join lateral tally_slots(t.resolved_utc, 'quarter') k
  where t.resolved_utc is not null and exists (select from site s where s.id = t.site_id) group by 1, 2, 3;
  return null;
end $$;

create trigger resolved_tally_new after insert on ticket
  referencing new table as new_tickets for each statement execute function tally_new_resolved();
create trigger resolved_tally_changed after update on ticket
  referencing old table as old_tickets new table as new_tickets for each statement execute function tally_changed_resolved();
create trigger resolved_tally_gone after delete on ticket
  referencing old table as old_tickets for each statement execute function tally_gone_resolved();

-- What is known of the answers already follows as the service fills it in.
insert into csat_tally (site_id, is_sum, split, key, slot, start_utc, n0, n1, n2, n3, n4, n5)
select a.site_id, true, k.*, count(*) filter (where a.score = 0), count(*) filter (where a.score = 1),
  count(*) filter (where a.score = 2), count(*) filter (where a.score = 3), count(*) filter (where a.score = 4),
  count(*) filter (where a.score = 5)
from csat_response a cross join lateral csat_slots(a.created_utc, a.ticket_resolved_utc, a.review, a.priority, a.channel,
  a.assignee_agent_id, a.first_reply, a.within_hours, a.handled_by) k
group by 1, 3, 4, 5, 6;
insert into resolved_tally (site_id, is_sum, slot, start_utc, n)
select t.site_id, true, k.slot, k.start_utc, count(*) from ticket t
cross join lateral tally_slots(t.resolved_utc, 'quarter') k where t.resolved_utc is not null group by 1, 3, 4;
