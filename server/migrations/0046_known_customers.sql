-- How many customers have an email address or a phone, and how many handles each channel has, without reading them: rows of
-- `row_tally`, the handles with the channel's name. A site tells these on a page that is asked for every minute.

alter table row_tally drop constraint row_tally_table_name_check;
alter table row_tally add check (table_name in ('customer_identity', 'channel_binding', 'ticket_tag', 'customer_pair',
  'customer_channel', 'portal_end', 'portal_issue', 'portal_uses', 'customer_email', 'customer_phone'));

create function tally_new_contacts() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, n)
  select c.site_id, k.table_name, count(*) from new_rows c
  cross join lateral (values ('customer_email', c.email), ('customer_phone', c.phone)) k (table_name, value)
  where k.value is not null group by 1, 2;
  return null;
end $$;

create function tally_gone_contacts() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, n)
  select c.site_id, k.table_name, -count(*) from old_rows c
  cross join lateral (values ('customer_email', c.email), ('customer_phone', c.phone)) k (table_name, value)
  where k.value is not null and exists (select from site s where s.id = c.site_id) group by 1, 2;
  return null;
end $$;

-- By row, and only for one that got or lost something: every ticket changes its customer's row.
create function tally_changed_contact() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, n)
  select new.site_id, k.table_name, k.n from (values
    ('customer_email', (new.email is not null)::integer - (old.email is not null)::integer),
    ('customer_phone', (new.phone is not null)::integer - (old.phone is not null)::integer)) k (table_name, n)
  where k.n <> 0;
  return null;
end $$;

create trigger customer_contact_tally_new after insert on customer_identity
  referencing new table as new_rows for each statement execute function tally_new_contacts();
create trigger customer_contact_tally_gone after delete on customer_identity
  referencing old table as old_rows for each statement execute function tally_gone_contacts();
create trigger customer_contact_tally_changed after update on customer_identity for each row
  when ((old.email is null) <> (new.email is null) or (old.phone is null) <> (new.phone is null))
  execute function tally_changed_contact();

insert into row_tally (site_id, is_sum, table_name, n)
select c.site_id, true, k.table_name, count(*) from customer_identity c
cross join lateral (values ('customer_email', c.email), ('customer_phone', c.phone)) k (table_name, value)
where k.value is not null group by 1, 3;

create function tally_new_handles() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'channel_binding', channel, count(*) from new_rows group by 1, 3;
  return null;
end $$;

create function tally_gone_handles() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'channel_binding', channel, -count(*) from old_rows t
  where exists (select from site s where s.id = t.site_id) group by 1, 3;
  return null;
end $$;

drop trigger channel_binding_tally_new on channel_binding;
drop trigger channel_binding_tally_gone on channel_binding;
create trigger channel_binding_tally_new after insert on channel_binding
  referencing new table as new_rows for each statement execute function tally_new_handles();
create trigger channel_binding_tally_gone after delete on channel_binding
  referencing old table as old_rows for each statement execute function tally_gone_handles();

delete from row_tally where table_name = 'channel_binding';
insert into row_tally (site_id, is_sum, table_name, key, n)
select site_id, true, 'channel_binding', channel, count(*) from channel_binding group by 1, 4;
