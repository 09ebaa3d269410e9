-- Pairs with one weak sign are no longer suggested, so pairs have no score, and are counted by whether they are dismissed.

drop trigger customer_pair_tally_new on customer_pair;
drop trigger customer_pair_tally_changed on customer_pair;
drop trigger customer_pair_tally_gone on customer_pair;
drop function tally_new_pairs();
drop function tally_changed_pairs();
drop function tally_gone_pairs();
drop function pair_tally_key(boolean, smallint, smallint);
delete from row_tally where table_name = 'customer_pair';

delete from customer_pair where strength = 2;
drop index customer_pair_order;
alter table customer_pair drop column score, drop column evidence_count;
-- 0 strong, 1 likely.
alter table customer_pair add check (strength in (0, 1));
create index customer_pair_order on customer_pair (site_id, is_dismissed, strength, tickets desc, low_id, high_id);

-- The key of the tally: 0 for suggested pairs, 1 for dismissed ones.
create function tally_new_pairs() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'customer_pair', is_dismissed::integer::text, count(*) from new_pairs group by 1, 3;
  return null;
end $$;

create function tally_changed_pairs() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'customer_pair', key, sum(step) from (
    select site_id, is_dismissed::integer::text as key, 1 as step from new_pairs
    union all select site_id, is_dismissed::integer::text, -1 from old_pairs
  ) t group by 1, 3 having sum(step) <> 0;
  return null;
end $$;

create function tally_gone_pairs() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'customer_pair', is_dismissed::integer::text, -count(*) from old_pairs p
  where exists (select from site s where s.id = p.site_id) group by 1, 3;
  return null;
end $$;

create trigger customer_pair_tally_new after insert on customer_pair
  referencing new table as new_pairs for each statement execute function tally_new_pairs();
create trigger customer_pair_tally_changed after update on customer_pair
  referencing old table as old_pairs new table as new_pairs for each statement execute function tally_changed_pairs();
create trigger customer_pair_tally_gone after delete on customer_pair
  referencing old table as old_pairs for each statement execute function tally_gone_pairs();

insert into row_tally (site_id, table_name, key, n)
select site_id, 'customer_pair', is_dismissed::integer::text, count(*) from customer_pair group by 1, 3;
