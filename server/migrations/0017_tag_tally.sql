-- How many tickets have each tag, without reading the tickets: rows of `row_tally` with the tag's key.

alter table row_tally add column key text not null default '';
alter table row_tally drop constraint row_tally_table_name_check;
alter table row_tally add check (table_name in ('customer_identity', 'channel_binding', 'ticket_tag'));
drop index row_tally_sum;
create unique index row_tally_sum on row_tally (site_id, table_name, key) where is_sum;
create index row_tally_key on row_tally (site_id, table_name, key) include (n);

insert into row_tally (site_id, is_sum, table_name, key, n)
select site_id, true, 'ticket_tag', k, count(*) from ticket cross join unnest(tag_keys) k group by 1, 4;

create or replace function tally_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally (site_id, status, priority, channel, assignee_agent_id, n)
  select site_id, status, priority, channel, assignee_agent_id, count(*) from new_tickets group by 1, 2, 3, 4, 5;
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'ticket_tag', k, count(*) from new_tickets cross join unnest(tag_keys) k group by 1, 3;
  return null;
end $$;

create or replace function tally_changed_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally (site_id, status, priority, channel, assignee_agent_id, n)
  select site_id, status, priority, channel, assignee_agent_id, sum(step) from (
    select site_id, status, priority, channel, assignee_agent_id, 1 as step from new_tickets
    union all select site_id, status, priority, channel, assignee_agent_id, -1 from old_tickets
  ) t group by 1, 2, 3, 4, 5 having sum(step) <> 0;
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'ticket_tag', k, sum(step) from (
    select site_id, unnest(tag_keys) as k, 1 as step from new_tickets
    union all select site_id, unnest(tag_keys), -1 from old_tickets
  ) t group by 1, 3 having sum(step) <> 0;
  return null;
end $$;

create or replace function tally_gone_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally (site_id, status, priority, channel, assignee_agent_id, n)
  select site_id, status, priority, channel, assignee_agent_id, -count(*) from old_tickets t
  where exists (select from site s where s.id = t.site_id) group by 1, 2, 3, 4, 5;
  insert into row_tally (site_id, table_name, key, n)
  select t.site_id, 'ticket_tag', k, -count(*) from old_tickets t cross join unnest(t.tag_keys) k
  where exists (select from site s where s.id = t.site_id) group by 1, 3;
  return null;
end $$;
