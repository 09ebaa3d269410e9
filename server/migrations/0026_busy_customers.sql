-- How many customers have a handle of each channel: rows of `row_tally` with the channel's name.

-- How many handles of a channel a customer has, who is counted once however many those are. Two who give a first one at
-- once wait for each other here. Goes with the handles, and so with the customer and the site.
create table customer_channel (
  site_id bigint not null,
  channel text not null,
  identity_id bigint not null,
  handles integer not null,
  primary key (site_id, channel, identity_id)
);
select raise_site_wall('customer_channel');

alter table row_tally drop constraint row_tally_table_name_check;
alter table row_tally add check (table_name in ('customer_identity', 'channel_binding', 'ticket_tag', 'customer_pair',
  'customer_channel', 'portal_token'));

-- Steps and no states, as several statements of one may each do their part, such as an undone import. In the order of
-- the key, so that nobody waits in a circle.
create function tally_channels(sites bigint[], channels text[], identities bigint[], steps integer[]) returns void
  language plpgsql as $$
begin
  with stepped as (
    insert into customer_channel as c (site_id, channel, identity_id, handles)
    select * from unnest(sites, channels, identities, steps) u (site, channel, identity, step) order by 1, 2, 3
    on conflict (site_id, channel, identity_id) do update set handles = c.handles + excluded.handles
    returning c.site_id, c.channel, c.xmax = 0 as is_new
  )
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'customer_channel', channel, count(*) from stepped where is_new group by 1, 3;
  if 0 > any (steps) then
    with gone as (
      delete from customer_channel c using unnest(sites, channels, identities, steps) u (site, channel, identity, step)
      where u.step < 0 and c.site_id = u.site and c.channel = u.channel and c.identity_id = u.identity and c.handles = 0
      returning c.site_id, c.channel
    )
    insert into row_tally (site_id, table_name, key, n)
    select site_id, 'customer_channel', channel, -count(*) from gone g
    where exists (select from site s where s.id = g.site_id) group by 1, 3;
  end if;
end $$;

create function tally_new_channels() returns trigger language plpgsql as $$
begin
  perform tally_channels(array_agg(site_id), array_agg(channel), array_agg(identity_id), array_agg(step))
  from (select site_id, channel, identity_id, count(*)::integer as step from new_rows group by 1, 2, 3) k having count(*) > 0;
  return null;
end $$;

create function tally_changed_channels() returns trigger language plpgsql as $$
begin
  perform tally_channels(array_agg(site_id), array_agg(channel), array_agg(identity_id), array_agg(step))
  from (
    select site_id, channel, identity_id, sum(step)::integer as step from (
      select site_id, channel, identity_id, 1 as step from new_rows
      union all select site_id, channel, identity_id, -1 from old_rows
    ) b group by 1, 2, 3 having sum(step) <> 0
  ) k having count(*) > 0;
  return null;
end $$;

create function tally_gone_channels() returns trigger language plpgsql as $$
begin
  perform tally_channels(array_agg(site_id), array_agg(channel), array_agg(identity_id), array_agg(step))
  from (select site_id, channel, identity_id, -count(*)::integer as step from old_rows group by 1, 2, 3) k having count(*) > 0;
  return null;
end $$;

create trigger channel_binding_channels_new after insert on channel_binding
  referencing new table as new_rows for each statement execute function tally_new_channels();
create trigger channel_binding_channels_changed after update on channel_binding
  referencing old table as old_rows new table as new_rows for each statement execute function tally_changed_channels();
create trigger channel_binding_channels_gone after delete on channel_binding
  referencing old table as old_rows for each statement execute function tally_gone_channels();

insert into customer_channel (site_id, channel, identity_id, handles)
select site_id, channel, identity_id, count(*) from channel_binding group by 1, 2, 3 order by 1, 2, 3;
insert into row_tally (site_id, is_sum, table_name, key, n)
select site_id, true, 'customer_channel', channel, count(*) from customer_channel group by 1, 4;

-- The timeline of a customer with thousands of tickets reads no ticket but those of its page, and their states are
-- counted from the index alone.
drop index ticket_identity;
create index ticket_identity on ticket (site_id, customer_identity_id, created_utc desc, id desc) include (status)
  where customer_identity_id is not null;
create index ticket_activity_solved on ticket_activity (site_id, ticket_id, created_utc, id)
  where kind = 'status' and to_value in ('resolved', 'closed') and from_value in ('open', 'pending');

-- A ticket that is erased asks for the messages of its own alone; without an index each of thousands read them all.
create index channel_message_ticket on channel_message (site_id, ticket_id) where ticket_id is not null;

-- The list of all portal links.
create trigger portal_token_tally_new after insert on portal_token
  referencing new table as new_rows for each statement execute function tally_new_rows();
create trigger portal_token_tally_gone after delete on portal_token
  referencing old table as old_rows for each statement execute function tally_gone_rows();
insert into row_tally (site_id, is_sum, table_name, n) select site_id, true, 'portal_token', count(*) from portal_token group by 1;
