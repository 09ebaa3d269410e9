-- How many portal links there are by the day of their end, and by the day of their issue, without reading the links:
-- rows of `row_tally`. What the clock decides within a day is counted from the links of that day alone.

alter table row_tally alter column n type bigint;
-- How many there are in all is the sum of these.
drop trigger portal_token_tally_new on portal_token;
drop trigger portal_token_tally_gone on portal_token;
delete from row_tally where table_name = 'portal_token';
alter table row_tally drop constraint row_tally_table_name_check;
alter table row_tally add check (table_name in ('customer_identity', 'channel_binding', 'ticket_tag', 'customer_pair',
  'customer_channel', 'portal_end', 'portal_issue', 'portal_uses'));

create function utc_day(at timestamptz) returns text
  language sql stable as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD') $$;

-- As `2026-11-24 0 1`: the day of the end, revoked or not, and opened never, up to nine times (1), or more often (2).
create function portal_end_key(expires_utc timestamptz, revoked_utc timestamptz, use_count integer) returns text
  language sql stable as $$
  select utc_day(expires_utc) || ' ' || (revoked_utc is not null)::integer || ' '
    || case when use_count = 0 then 0 when use_count < 10 then 1 else 2 end $$;

create function tally_new_links() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'portal_end', portal_end_key(expires_utc, revoked_utc, use_count), count(*) from new_links group by 1, 3
  union all select site_id, 'portal_issue', utc_day(created_utc), count(*) from new_links group by 1, 3
  union all select site_id, 'portal_uses', '', sum(use_count) from new_links group by 1 having sum(use_count) <> 0;
  return null;
end $$;

create function tally_changed_links() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, table_name, key, sum(step) from (
    select site_id, 'portal_end' as table_name, portal_end_key(expires_utc, revoked_utc, use_count) as key, 1 as step from new_links
    union all select site_id, 'portal_end', portal_end_key(expires_utc, revoked_utc, use_count), -1 from old_links
    union all select site_id, 'portal_issue', utc_day(created_utc), 1 from new_links
    union all select site_id, 'portal_issue', utc_day(created_utc), -1 from old_links
    union all select site_id, 'portal_uses', '', use_count from new_links
    union all select site_id, 'portal_uses', '', -use_count from old_links
  ) t group by 1, 2, 3 having sum(step) <> 0;
  return null;
end $$;

-- Links that go with their site have no tally to go down.
create function tally_gone_links() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, table_name, key, -sum(step) from (
    select site_id, 'portal_end' as table_name, portal_end_key(expires_utc, revoked_utc, use_count) as key, 1 as step from old_links
    union all select site_id, 'portal_issue', utc_day(created_utc), 1 from old_links
    union all select site_id, 'portal_uses', '', use_count from old_links
  ) t where exists (select from site s where s.id = t.site_id) group by 1, 2, 3 having sum(step) <> 0;
  return null;
end $$;

create trigger portal_link_tally_new after insert on portal_token
  referencing new table as new_links for each statement execute function tally_new_links();
create trigger portal_link_tally_changed after update on portal_token
  referencing old table as old_links new table as new_links for each statement execute function tally_changed_links();
create trigger portal_link_tally_gone after delete on portal_token
  referencing old table as old_links for each statement execute function tally_gone_links();

insert into row_tally (site_id, is_sum, table_name, key, n)
select site_id, true, 'portal_end', portal_end_key(expires_utc, revoked_utc, use_count), count(*) from portal_token group by 1, 4
union all select site_id, true, 'portal_issue', utc_day(created_utc), count(*) from portal_token group by 1, 4
union all select site_id, true, 'portal_uses', '', sum(use_count) from portal_token group by 1 having sum(use_count) <> 0;

-- The links of a site in as few rows as tell them apart, `n` of each: those that end on a day of `cuts` one by one, the
-- others by day, as if all of them ended at noon. A comparison of `expires_utc` with a cut is exact.
create function tallied_links(site bigint, cuts timestamptz[])
returns table (expires_utc timestamptz, revoked_utc timestamptz, use_count integer, n bigint) language sql stable as $$
  select (left(t.key, 10) || 'T12:00:00Z')::timestamptz, case when substr(t.key, 12, 1) = '1' then timestamptz 'epoch' end,
    case substr(t.key, 14, 1) when '0' then 0 when '1' then 1 else 10 end, t.n
  from row_tally t
  where t.site_id = site and t.table_name = 'portal_end' and
    left(t.key, 10) <> all (array(select utc_day(c) from unnest(cuts) c))
  union all
  select p.* from (
    select distinct date_trunc('day', c, 'UTC') as from_utc, date_trunc('day', c, 'UTC') + interval '24 hours' as to_utc
    from unnest(cuts) c) d
  -- Day by day, between bounds that are reckoned before: behind row-level security no other finds the index.
  cross join lateral (
    select p.expires_utc, p.revoked_utc, p.use_count, 1 from portal_token p
    where p.site_id = site and p.expires_utc >= d.from_utc and p.expires_utc < d.to_utc offset 0) p
$$;
