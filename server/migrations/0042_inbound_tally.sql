-- How many messages came in on each channel in each UTC hour, without reading them: what a channel's silence is judged by.
-- As the other tallies: sums, and steps since the last sum. Chats of the website are no channel here.

create table inbound_tally (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  is_sum boolean not null default false,
  channel text not null,
  hour_utc timestamptz(3) not null,
  n integer not null,
  primary key (site_id, id)
);
create unique index inbound_tally_sum on inbound_tally (site_id, channel, hour_utc) where is_sum;
create index inbound_tally_hour on inbound_tally (site_id, channel, hour_utc desc) include (n);
create index inbound_tally_none on inbound_tally (site_id) where is_sum and n = 0;
create index inbound_tally_step on inbound_tally (site_id, id) where not is_sum;

select raise_site_wall('inbound_tally');

-- Sites that have messages already are counted by the running service, one after the other, each while it holds the site.
-- Until then their messages leave no steps.
alter table site add column inbound_counted boolean not null default false;
alter table site alter column inbound_counted set default true;

-- Whoever writes a message holds its site against the count, or waits for it, and looks afterwards whether it was made.
create function tally_new_inbound() returns trigger language plpgsql as $$
begin
  perform from site s where s.id in (select m.site_id from new_messages m where m.direction = 'in' and m.channel <> 'web')
  for key share;
  insert into inbound_tally (site_id, channel, hour_utc, n)
  select m.site_id, m.channel, date_trunc('hour', m.created_utc, 'UTC'), count(*)
  from new_messages m join site s on s.id = m.site_id and s.inbound_counted
  where m.direction = 'in' and m.channel <> 'web' group by 1, 2, 3;
  return null;
end $$;

create function tally_changed_inbound() returns trigger language plpgsql as $$
begin
  perform from site s where s.id in (select m.site_id from new_messages m) for key share;
  insert into inbound_tally (site_id, channel, hour_utc, n)
  select m.site_id, m.channel, m.hour_utc, sum(m.step) from (
    select site_id, direction, channel, date_trunc('hour', created_utc, 'UTC') as hour_utc, 1 as step from new_messages
    union all select site_id, direction, channel, date_trunc('hour', created_utc, 'UTC'), -1 from old_messages
  ) m join site s on s.id = m.site_id and s.inbound_counted
  where m.direction = 'in' and m.channel <> 'web' group by 1, 2, 3 having sum(m.step) <> 0;
  return null;
end $$;

-- Messages that go with their site have no tally to go down.
create function tally_gone_inbound() returns trigger language plpgsql as $$
begin
  perform from site s where s.id in (select m.site_id from old_messages m where m.direction = 'in' and m.channel <> 'web')
  for key share;
  insert into inbound_tally (site_id, channel, hour_utc, n)
  select m.site_id, m.channel, date_trunc('hour', m.created_utc, 'UTC'), -count(*)
  from old_messages m join site s on s.id = m.site_id and s.inbound_counted
  where m.direction = 'in' and m.channel <> 'web' group by 1, 2, 3;
  return null;
end $$;

create trigger channel_message_inbound_new after insert on channel_message
  referencing new table as new_messages for each statement execute function tally_new_inbound();
create trigger channel_message_inbound_changed after update on channel_message
  referencing old table as old_messages new table as new_messages for each statement execute function tally_changed_inbound();
create trigger channel_message_inbound_gone after delete on channel_message
  referencing old table as old_messages for each statement execute function tally_gone_inbound();
