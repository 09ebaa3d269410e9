-- Customers that were merged into one, and customers that may be one person.

-- A receipt of a merge. The names are emptied when a person of it is erased.
create table customer_merge (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  survivor_id bigint not null,
  merged_id bigint not null,
  survivor_name text,
  merged_name text,
  -- How many tickets, handles, links, sessions, visitors and notes.
  moved jsonb not null,
  actor text not null,
  created_utc timestamptz(3) not null,
  undone_utc timestamptz(3),
  primary key (site_id, id)
);
create index customer_merge_created on customer_merge (site_id, created_utc desc, id desc);
create index customer_merge_survivor on customer_merge (site_id, survivor_id);
create index customer_merge_merged on customer_merge (site_id, merged_id);

-- All that it takes to undo a merge, as long as it can be undone.
create table customer_merge_undo (
  site_id bigint not null references site on delete cascade,
  merge_id bigint not null,
  -- Both rows as they were, and the survivor as the merge left it.
  merged_before jsonb not null,
  survivor_before jsonb not null,
  survivor_after jsonb not null,
  ticket_ids bigint[] not null,
  session_ids bigint[] not null,
  visitor_ids bigint[] not null,
  note_ids bigint[] not null,
  -- Bindings that moved, as {id, channel, external_user_id}, and those that the merge made.
  handles jsonb not null,
  made_binding_ids bigint[] not null,
  -- Names of earlier merges that went on to the survivor.
  alias_ids bigint[] not null,
  -- Whom somebody had said that the merged customer is not, and whom of those the survivor was not before.
  distinct_ids bigint[] not null,
  made_distinct_ids bigint[] not null,
  primary key (site_id, merge_id),
  foreign key (site_id, merge_id) references customer_merge (site_id, id) on delete cascade
);

-- Under what a merged customer is still found: the newest line of a key counts.
create table customer_alias (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  kind text not null check (kind in ('id', 'email', 'phone')),
  key text not null,
  identity_id bigint not null,
  merge_id bigint not null,
  primary key (site_id, id),
  foreign key (site_id, identity_id) references customer_identity (site_id, id) on delete cascade,
  foreign key (site_id, merge_id) references customer_merge (site_id, id) on delete cascade
);
create index customer_alias_key on customer_alias (site_id, kind, key, id desc);
create index customer_alias_identity on customer_alias (site_id, identity_id);
create index customer_alias_merge on customer_alias (site_id, merge_id);

-- Customers that somebody said are two people.
create table customer_distinct (
  site_id bigint not null references site on delete cascade,
  low_id bigint not null,
  high_id bigint not null,
  actor text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, low_id, high_id),
  check (low_id < high_id),
  foreign key (site_id, low_id) references customer_identity (site_id, id) on delete cascade,
  foreign key (site_id, high_id) references customer_identity (site_id, id) on delete cascade
);
create index customer_distinct_high on customer_distinct (site_id, high_id);

-- Customers that changed since they were compared with the others, at most 1,000 a line.
create table customer_match_queue (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  identity_ids bigint[] not null,
  primary key (site_id, id)
);

-- By what a customer is compared: hashes of phone, email, name, handles and visitors.
create table customer_match_key (
  site_id bigint not null references site on delete cascade,
  hash bigint not null,
  identity_id bigint not null,
  primary key (site_id, hash, identity_id),
  foreign key (site_id, identity_id) references customer_identity (site_id, id) on delete cascade
);
create index customer_match_key_identity on customer_match_key (site_id, identity_id);

-- Two customers that may be one person, as of when one of them was compared last.
create table customer_pair (
  site_id bigint not null references site on delete cascade,
  low_id bigint not null,
  high_id bigint not null,
  -- 0 strong, 1 likely, 2 weak.
  strength smallint not null,
  evidence_count smallint not null,
  evidence jsonb not null,
  tickets integer not null,
  is_dismissed boolean not null,
  -- The hash of what they have in common, where that is one thing: a pair goes when too many have it.
  only_hash bigint,
  primary key (site_id, low_id, high_id),
  check (low_id < high_id),
  foreign key (site_id, low_id) references customer_identity (site_id, id) on delete cascade,
  foreign key (site_id, high_id) references customer_identity (site_id, id) on delete cascade
);
create index customer_pair_high on customer_pair (site_id, high_id);
create index customer_pair_order on customer_pair (site_id, is_dismissed, strength, tickets desc, low_id, high_id)
  include (evidence_count);
create index customer_pair_only on customer_pair (site_id, only_hash) where only_hash is not null;

select raise_site_wall('customer_merge', 'customer_merge_undo', 'customer_alias', 'customer_distinct',
  'customer_match_queue', 'customer_match_key', 'customer_pair');

-- Customers that go with their site are not compared any more.
create function queue_customers() returns trigger language plpgsql as $$
begin
  insert into customer_match_queue (site_id, identity_ids)
  select site_id, array_agg(id) from (
    select site_id, id, row_number() over (partition by site_id) / 1000 as part from new_rows
  ) t group by site_id, part;
  return null;
end $$;

create function queue_customers_of_bindings() returns trigger language plpgsql as $$
begin
  insert into customer_match_queue (site_id, identity_ids)
  select site_id, array_agg(identity_id) from (
    select site_id, identity_id, row_number() over (partition by site_id) / 1000 as part
    from (select distinct site_id, identity_id from changed_rows) c
  ) t where exists (select from site s where s.id = t.site_id) group by site_id, part;
  return null;
end $$;

-- A count of tickets only orders the pairs.
create function queue_changed_customer() returns trigger language plpgsql as $$
begin
  if old.email_key is distinct from new.email_key or old.phone_key is distinct from new.phone_key
    or old.display_name is distinct from new.display_name
    or exists (select from customer_pair p where p.site_id = new.site_id and p.low_id = new.id)
    or exists (select from customer_pair p where p.site_id = new.site_id and p.high_id = new.id) then
    insert into customer_match_queue (site_id, identity_ids) values (new.site_id, array[new.id]);
  end if;
  return null;
end $$;

create function queue_customer_of_new_row() returns trigger language plpgsql as $$
begin
  insert into customer_match_queue (site_id, identity_ids) values (new.site_id, array[new.customer_identity_id]);
  return null;
end $$;

create function queue_customer_of_old_row() returns trigger language plpgsql as $$
begin
  insert into customer_match_queue (site_id, identity_ids) select old.site_id, array[old.customer_identity_id]
  where exists (select from site s where s.id = old.site_id);
  return null;
end $$;

create trigger customer_match_new after insert on customer_identity
  referencing new table as new_rows for each statement execute function queue_customers();
create trigger customer_match_changed after update on customer_identity for each row
  when (old.email_key is distinct from new.email_key or old.phone_key is distinct from new.phone_key
    or old.display_name is distinct from new.display_name or old.ticket_count <> new.ticket_count)
  execute function queue_changed_customer();

create trigger channel_binding_match_new after insert on channel_binding
  referencing new table as changed_rows for each statement execute function queue_customers_of_bindings();
create trigger channel_binding_match_changed after update on channel_binding
  referencing new table as changed_rows for each statement execute function queue_customers_of_bindings();
create trigger channel_binding_match_left after update on channel_binding
  referencing old table as changed_rows for each statement execute function queue_customers_of_bindings();
create trigger channel_binding_match_gone after delete on channel_binding
  referencing old table as changed_rows for each statement execute function queue_customers_of_bindings();

create trigger visitor_match_new after insert on visitor for each row
  when (new.customer_identity_id is not null) execute function queue_customer_of_new_row();
create trigger visitor_match_changed after update on visitor for each row
  when (new.customer_identity_id is not null and old.customer_identity_id is distinct from new.customer_identity_id)
  execute function queue_customer_of_new_row();
create trigger visitor_match_left after update on visitor for each row
  when (old.customer_identity_id is not null and old.customer_identity_id is distinct from new.customer_identity_id)
  execute function queue_customer_of_old_row();
create trigger visitor_match_gone after delete on visitor for each row
  when (old.customer_identity_id is not null) execute function queue_customer_of_old_row();

create trigger chat_session_match_new after insert on chat_session for each row
  when (new.customer_identity_id is not null and new.visitor_key is not null)
  execute function queue_customer_of_new_row();
create trigger chat_session_match_changed after update on chat_session for each row
  when (new.customer_identity_id is not null and new.visitor_key is not null
    and (old.customer_identity_id is distinct from new.customer_identity_id
      or old.visitor_key is distinct from new.visitor_key))
  execute function queue_customer_of_new_row();
create trigger chat_session_match_left after update on chat_session for each row
  when (old.customer_identity_id is not null and old.visitor_key is not null
    and (old.customer_identity_id is distinct from new.customer_identity_id
      or old.visitor_key is distinct from new.visitor_key))
  execute function queue_customer_of_old_row();
create trigger chat_session_match_gone after delete on chat_session for each row
  when (old.customer_identity_id is not null and old.visitor_key is not null)
  execute function queue_customer_of_old_row();

-- How many pairs there are of each strength and number of signs, as of the other long lists.
alter table row_tally drop constraint row_tally_table_name_check;
alter table row_tally add check (table_name in ('customer_identity', 'channel_binding', 'ticket_tag', 'customer_pair'));

create function pair_tally_key(is_dismissed boolean, strength smallint, evidence_count smallint) returns text
  language sql immutable as $$ select is_dismissed::integer || ' ' || strength || ' ' || evidence_count $$;

create function tally_new_pairs() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'customer_pair', pair_tally_key(is_dismissed, strength, evidence_count), count(*) from new_pairs p group by 1, 3;
  return null;
end $$;

create function tally_changed_pairs() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'customer_pair', key, sum(step) from (
    select site_id, pair_tally_key(is_dismissed, strength, evidence_count) as key, 1 as step from new_pairs p
    union all select site_id, pair_tally_key(is_dismissed, strength, evidence_count), -1 from old_pairs p
  ) t group by 1, 3 having sum(step) <> 0;
  return null;
end $$;

create function tally_gone_pairs() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'customer_pair', pair_tally_key(is_dismissed, strength, evidence_count), -count(*) from old_pairs p
  where exists (select from site s where s.id = p.site_id) group by 1, 3;
  return null;
end $$;

create trigger customer_pair_tally_new after insert on customer_pair
  referencing new table as new_pairs for each statement execute function tally_new_pairs();
create trigger customer_pair_tally_changed after update on customer_pair
  referencing old table as old_pairs new table as new_pairs for each statement execute function tally_changed_pairs();
create trigger customer_pair_tally_gone after delete on customer_pair
  referencing old table as old_pairs for each statement execute function tally_gone_pairs();

-- Customers of before are compared like new ones.
insert into customer_match_queue (site_id, identity_ids)
select site_id, array_agg(id) from (
  select site_id, id, row_number() over (partition by site_id order by id) / 1000 as part from customer_identity
) c group by site_id, part;
