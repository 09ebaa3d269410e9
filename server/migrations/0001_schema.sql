-- The schema, family by family. Every row of a site carries site_id and every key begins with it; the wall between sites
-- is raised at the end, over all tables at once. Sums are kept by triggers, see docs/decisions/0013-tallies-by-triggers.md.

create extension if not exists pg_trgm;

-- ---------------------------------------------------------------------------------------------------------------------
-- Folded text, by which people are searched, compared and ordered
-- ---------------------------------------------------------------------------------------------------------------------

-- In lower case and without accents, as `plainText` of contract/folded-text.ts. Names are ordered by it in collation "C",
-- and so alike on every server, whatever the locale of its databases. Not strict, so that it can be inlined;
-- most text is ASCII, and is known by its length. `und-x-icu`: lower() by a database's own locale differs from server to
-- server.
create function plain_text(raw text) returns text language sql immutable parallel safe as $$
  select case when octet_length(raw) = char_length(raw) then lower(raw collate "C") collate "und-x-icu" else
    replace(replace(replace(replace(translate(
      normalize(regexp_replace(normalize(lower(raw collate "und-x-icu"), nfd), '[\u0300-\u036f]', '', 'g'), nfc),
      'øłđðıς', 'olddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
$$;

-- Behind a blank, the words of a text as they are written where nobody has umlauts, and as they are without the `e` of an
-- umlaut, where that is something else.
create function other_spellings(raw text) returns text language sql immutable parallel safe as $$
  select coalesce((
    select ' ' || string_agg(distinct o.word collate "C", ' ')
    from (
      select w.word, plain_text(w.word) as plain
      from regexp_split_to_table(lower(normalize(raw, nfc) collate "und-x-icu"), '[ \t\n\r\f\v]+') as w (word)
      where strpos(w.word, '@') <= 1 and (octet_length(w.word) > char_length(w.word) or w.word ~ '[aou]e') offset 0
    ) w cross join lateral unnest(array[
      plain_text(replace(replace(replace(replace(replace(w.word, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa')),
      replace(replace(regexp_replace(w.plain, '(^|[^aeq])ue', '\1u', 'g'), 'ae', 'a'), 'oe', 'o')
    ]) as o (word)
    where o.word <> w.plain), '')
$$;

-- As `foldedText` of contract/folded-text.ts.
create function folded_text(raw text) returns text language sql immutable parallel safe as $$
  select case when octet_length(raw) = char_length(raw) and raw !~ '[aouAOU][eE]'
    then lower(raw collate "C") collate "und-x-icu"
    else plain_text(raw) || other_spellings(raw) end
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Sites and their agents
-- ---------------------------------------------------------------------------------------------------------------------

-- The site that the connection works for; null makes every policy refuse.
create function current_site() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.site_id', true), '')::bigint $$;

create table site (
  id bigint generated always as identity primary key,
  name text not null,
  time_zone text not null default 'UTC',
  country text,
  -- For which rules and country the stored keys of the site's rows were made; where it is not what it should be, the
  -- service makes them anew in steps.
  keys_made_for text not null default '',
  is_demo boolean not null default false,
  undeployed text[] not null default '{}',
  calendar_flag_on boolean not null default true,
  -- Which state of the calendar a writer has seen.
  calendar_version integer not null default 1,
  created_utc timestamptz(3) not null
);

-- Ids are drawn per site, so gaps tell one site nothing about another. Two sequences a site: ids and ticket numbers.
create function create_site_sequences(site bigint) returns void language plpgsql as $$
begin
  execute format('create sequence %I as bigint', 'site_' || site || '_id');
  execute format('create sequence %I as integer start 1001', 'site_' || site || '_ticket_number');
  execute format('grant usage on sequence %I, %I to support_console_app', 'site_' || site || '_id', 'site_' || site || '_ticket_number');
end $$;
revoke all on function create_site_sequences from public;

create function next_id(site bigint) returns bigint language sql volatile
  as $$ select nextval(('site_' || site || '_id')::regclass) $$;

create function next_ticket_number(site bigint) returns integer language sql volatile
  as $$ select nextval(('site_' || site || '_ticket_number')::regclass)::integer $$;

create table agent (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  name text not null,
  name_key text collate "C" not null generated always as (plain_text(name)) stored,
  created_utc timestamptz(3) not null,
  primary key (site_id, id)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Tokens, and what belongs to one
-- ---------------------------------------------------------------------------------------------------------------------

-- The raw token is never stored: its SHA-256 finds it, the prefix names it.
create table api_token (
  id bigint generated always as identity primary key,
  site_id bigint not null references site on delete cascade,
  token_hash bytea not null unique,
  token_prefix text not null,
  label text not null,
  scopes text[] not null,
  rate_limit_per_min integer not null check (rate_limit_per_min between 1 and 1000000),
  agent_id bigint,
  -- Null where an admin command issued it.
  issued_by_token_id bigint,
  replaced_by_id bigint,
  request_count bigint not null default 0,
  created_utc timestamptz(3) not null,
  last_used_utc timestamptz(3),
  expires_utc timestamptz(3) not null,
  revoked_utc timestamptz(3),
  unique (site_id, id),
  foreign key (site_id, agent_id) references agent (site_id, id)
);
create index api_token_created on api_token (site_id, created_utc desc, id desc);

create table browser_session (
  id bigint generated always as identity primary key,
  site_id bigint not null references site on delete cascade,
  token_id bigint not null,
  token_hash bytea not null unique,
  token_prefix text not null,
  scopes text[] not null,
  created_utc timestamptz(3) not null,
  expires_utc timestamptz(3) not null,
  last_used_utc timestamptz(3) not null,
  ended_utc timestamptz(3),
  foreign key (site_id, token_id) references api_token (site_id, id) on delete cascade
);
create index browser_session_token on browser_session (site_id, token_id);

-- The shared allowance of a token's minute, taken by N nodes in blocks. Without a site: a token is all that is asked by.
create table rate_window (
  token_id bigint not null references api_token on delete cascade,
  window_start timestamptz(3) not null,
  taken integer not null,
  primary key (token_id, window_start)
);
grant select, insert, update, delete on rate_window to support_console_app;

create table idempotency_record (
  site_id bigint not null references site on delete cascade,
  token_id bigint not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  answer text,
  -- Whom the kept answer is about: an erasure finds it by these, never by a piece of its text.
  about_ticket_id bigint,
  about_email_key text,
  created_utc timestamptz(3) not null,
  primary key (site_id, token_id, operation, key)
);
create index idempotency_record_about_ticket on idempotency_record (site_id, about_ticket_id) where about_ticket_id is not null;
create index idempotency_record_about_email on idempotency_record (site_id, about_email_key) where about_email_key is not null;

create table saved_view (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  -- Whose it is; a shared one counts for who made it.
  token_id bigint not null,
  name text not null,
  shared boolean not null,
  query jsonb not null,
  columns text[],
  position integer not null,
  created_utc timestamptz(3) not null,
  updated_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, token_id) references api_token (site_id, id) on delete cascade
);
create index saved_view_token on saved_view (site_id, token_id);
create index saved_view_shared on saved_view (site_id) where shared;

create table preferences (
  site_id bigint not null references site on delete cascade,
  token_id bigint not null,
  settings jsonb not null,
  updated_utc timestamptz(3) not null,
  primary key (site_id, token_id),
  foreign key (site_id, token_id) references api_token (site_id, id) on delete cascade
);

-- Finding a token needs no site, so a definer function does it: one exact hash, one row, no list.
create function find_api_token(hash bytea)
  returns table (token api_token, site site) language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select t, s from public.api_token t join public.site s on s.id = t.site_id where t.token_hash = hash $$;

create function find_browser_session(hash bytea)
  returns table (session browser_session, token api_token, site site)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select b, t, s from public.browser_session b
    join public.api_token t on t.id = b.token_id
    join public.site s on s.id = t.site_id
    where b.token_hash = hash
  $$;

-- Counters of all sites in one statement; no clock step or slow node moves them backwards.
create function record_token_use(token_ids bigint[], calls bigint[], used timestamptz[]) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update public.api_token t
    set request_count = t.request_count + u.calls, last_used_utc = greatest(t.last_used_utc, u.used)
    from unnest(token_ids, calls, used) as u(id, calls, used)
    where t.id = u.id
  $$;

create function record_session_use(session_ids bigint[], used timestamptz[]) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update public.browser_session b
    set last_used_utc = greatest(b.last_used_utc, u.used)
    from unnest(session_ids, used) as u(id, used)
    where b.id = u.id
  $$;

revoke all on function find_api_token, find_browser_session, record_token_use, record_session_use from public;
grant execute on function find_api_token, find_browser_session, record_token_use, record_session_use to support_console_app;

-- ---------------------------------------------------------------------------------------------------------------------
-- Customers and their handles
-- ---------------------------------------------------------------------------------------------------------------------

create table customer_identity (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  email text,
  email_key text,
  phone text,
  phone_key text,
  display_name text,
  -- Columns and no expressions: behind row-level security no index on an expression serves a list.
  name_key text collate "C" generated always as (plain_text(display_name)) stored,
  -- What the words of a search occur in. Each part begins with a blank, so that short words are found where one begins;
  -- names end with one, so that a word is found as a whole.
  search_text text not null generated always as (
    coalesce(' ' || folded_text(display_name) || ' ', '') || coalesce(' ' || plain_text(email_key), '')
    || coalesce(' ' || phone, '') || case when phone_key <> phone then ' ' || phone_key else '' end
  ) stored,
  ticket_count integer not null default 0,
  blocked_utc timestamptz(3),
  first_seen_utc timestamptz(3) not null,
  last_seen_utc timestamptz(3) not null,
  version integer not null default 1,
  primary key (site_id, id)
);
create unique index customer_identity_email on customer_identity (site_id, email_key) where email_key is not null;
-- With the id, or the planner walks the primary key to find the first of a phone.
create index customer_identity_phone on customer_identity (site_id, phone_key, id) where phone_key is not null;
create index customer_identity_tickets on customer_identity (site_id, ticket_count desc, id);
create index customer_identity_recent on customer_identity (site_id, last_seen_utc desc, id);
create index customer_identity_name on customer_identity (site_id, name_key, id);
create index customer_identity_search on customer_identity using gin (search_text gin_trgm_ops);
create index customer_identity_blocked on customer_identity (site_id, id) where blocked_utc is not null;

-- It has its site by its customer, whose key is checked; checking the site for itself is a third of the writing.
create table channel_binding (
  site_id bigint not null,
  id bigint not null,
  channel text not null check (channel in ('whatsapp', 'messenger', 'instagram', 'sms', 'email')),
  external_user_id text not null,
  display_handle text,
  identity_id bigint not null,
  -- A handle that is written as a phone is also found without what stands between its digits.
  search_text text not null generated always as (
    ' ' || plain_text(external_user_id) || coalesce(' ' || folded_text(display_handle) || ' ', '')
    || case when external_user_id ~ '^[+0-9 .()/-]*[ .()/-][+0-9 .()/-]*$'
      then ' ' || translate(external_user_id, ' .()/-', '') else '' end
  ) stored,
  bound_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, channel, external_user_id),
  foreign key (site_id, identity_id) references customer_identity (site_id, id) on delete cascade
);
-- With the channel, so that who has one is read from the index alone.
create index channel_binding_identity on channel_binding (site_id, identity_id, channel);
create index channel_binding_search on channel_binding using gin (search_text gin_trgm_ops);

-- How many handles of a channel a customer has, who is counted once however many those are. Two who give a first one at
-- once wait for each other here. Goes with the handles, and so with the customer and the site.
create table customer_channel (
  site_id bigint not null,
  channel text not null,
  identity_id bigint not null,
  handles integer not null,
  primary key (site_id, channel, identity_id)
);

create table customer_note (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  identity_id bigint not null,
  body text not null,
  author text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, identity_id) references customer_identity (site_id, id) on delete cascade
);
create index customer_note_identity on customer_note (site_id, identity_id, created_utc desc, id desc);

-- ---------------------------------------------------------------------------------------------------------------------
-- Customers that were merged into one, and customers that may be one person
-- ---------------------------------------------------------------------------------------------------------------------

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
-- Keys are looked up by hash or by customer, never by site alone. With statistics a site that they do not know yet looks
-- empty, and an index that only narrows to the site looks as good as the one that finds the key.
alter table customer_match_key alter column site_id set statistics 0;

-- Two customers that may be one person, as of when one of them was compared last.
create table customer_pair (
  site_id bigint not null references site on delete cascade,
  low_id bigint not null,
  high_id bigint not null,
  -- 0 strong, 1 likely, 2 weak.
  strength smallint not null,
  -- How likely two of one name are one person, by how rare their name is: 100 where there is a stronger sign.
  score smallint not null,
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
create index customer_pair_order on customer_pair (site_id, is_dismissed, strength, score desc, tickets desc, low_id, high_id)
  include (evidence_count);
create index customer_pair_only on customer_pair (site_id, only_hash) where only_hash is not null;

create function queue_customers() returns trigger language plpgsql as $$
begin
  insert into customer_match_queue (site_id, identity_ids)
  select site_id, array_agg(id) from (
    select site_id, id, row_number() over (partition by site_id) / 1000 as part from new_rows
  ) t group by site_id, part;
  return null;
end $$;

-- Customers that go with their site are not compared any more.
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

-- ---------------------------------------------------------------------------------------------------------------------
-- How many there are of customers, handles, tags, pairs and portal links, without reading them
-- ---------------------------------------------------------------------------------------------------------------------

-- A row is either a sum or a step since the last sum, so writers never wait for each other here; the service folds the
-- steps into the sums now and then. `key` tells apart what is counted within a table: the channel, the tag, the day.
create table row_tally (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  is_sum boolean not null default false,
  table_name text not null check (table_name in ('customer_identity', 'channel_binding', 'ticket_tag', 'customer_pair',
    'customer_channel', 'portal_end', 'portal_issue', 'portal_uses', 'customer_email', 'customer_phone')),
  key text not null default '',
  n bigint not null,
  primary key (site_id, id)
);
create unique index row_tally_sum on row_tally (site_id, table_name, key) where is_sum;
create index row_tally_key on row_tally (site_id, table_name, key) include (n);
create index row_tally_none on row_tally (site_id) where is_sum and n = 0;
create index row_tally_step on row_tally (site_id, id) where not is_sum;

create function tally_new_rows() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, n) select site_id, tg_table_name, count(*) from new_rows group by 1;
  return null;
end $$;

-- Rows that go with their site have no tally to go down; so in all functions below.
create function tally_gone_rows() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, n)
  select site_id, tg_table_name, -count(*) from old_rows t
  where exists (select from site s where s.id = t.site_id) group by 1;
  return null;
end $$;

create trigger customer_identity_tally_new after insert on customer_identity
  referencing new table as new_rows for each statement execute function tally_new_rows();
create trigger customer_identity_tally_gone after delete on customer_identity
  referencing old table as old_rows for each statement execute function tally_gone_rows();

-- How many customers have an email address or a phone: a site tells it on a page that is asked for every minute.
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

-- How many handles each channel has.
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

create trigger channel_binding_tally_new after insert on channel_binding
  referencing new table as new_rows for each statement execute function tally_new_handles();
create trigger channel_binding_tally_gone after delete on channel_binding
  referencing old table as old_rows for each statement execute function tally_gone_handles();

-- How many customers have a handle of each channel. Steps and no states, as several statements of one may each do their
-- part, such as an undone import. In the order of the key, so that nobody waits in a circle.
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

-- How many pairs there are of each strength and number of signs.
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Tickets
-- ---------------------------------------------------------------------------------------------------------------------

create table ticket (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  ticket_number integer not null,
  subject text not null,
  status text not null check (status in ('open', 'pending', 'resolved', 'closed')),
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  priority_rank smallint not null generated always as
    (case priority when 'urgent' then 0 when 'high' then 1 when 'normal' then 2 else 3 end) stored,
  channel text not null,
  requester_name text,
  requester_email text,
  -- A stored column: behind row-level security no index on an expression serves.
  requester_email_key text generated always as (lower(requester_email)) stored,
  requester_phone text,
  -- By the country of the site, which no generated column knows: written with the ticket.
  requester_phone_key text,
  customer_identity_id bigint,
  assignee_agent_id bigint,
  tags text[] not null default '{}',
  tag_keys text[] not null default '{}',
  required_skills text[] not null default '{}',
  last_message_preview text,
  search_text text not null,
  created_utc timestamptz(3) not null,
  updated_utc timestamptz(3) not null,
  snoozed_until_utc timestamptz(3),
  first_response_utc timestamptz(3),
  -- When the customer last wrote what no public reply of an agent followed; the ticket itself counts as written. Null once
  -- it is answered. When the reply is due follows from it, later for later ones, so lists are ordered by this column.
  unanswered_utc timestamptz(3),
  resolved_utc timestamptz(3),
  version integer not null default 1,
  primary key (site_id, id),
  unique (site_id, ticket_number),
  foreign key (site_id, customer_identity_id) references customer_identity (site_id, id),
  foreign key (site_id, assignee_agent_id) references agent (site_id, id)
);
create index ticket_created on ticket (site_id, created_utc desc, id desc);
create index ticket_updated on ticket (site_id, updated_utc desc, id desc);
create index ticket_priority on ticket (site_id, priority_rank, created_utc desc, id desc);
create index ticket_status_created on ticket (site_id, status, created_utc desc, id desc);
create index ticket_active on ticket (site_id, created_utc desc, id desc) where status in ('open', 'pending');
create index ticket_assignee on ticket (site_id, assignee_agent_id, created_utc desc, id desc);
create index ticket_channel on ticket (site_id, channel, created_utc desc, id desc);
create index ticket_waiting on ticket (site_id, created_utc, id) where first_response_utc is null;
create index ticket_unanswered on ticket (site_id, unanswered_utc, id)
  where unanswered_utc is not null and status in ('open', 'pending');
create index ticket_snoozed on ticket (site_id, snoozed_until_utc) where snoozed_until_utc is not null;
-- The timeline of a customer with thousands of tickets reads no ticket but those of its page, and their states are counted
-- from the index alone.
create index ticket_identity on ticket (site_id, customer_identity_id, created_utc desc, id desc) include (status)
  where customer_identity_id is not null;
-- A link shows the tickets of one address, whatever identity they belong to by now.
create index ticket_requester on ticket (site_id, requester_email_key, created_utc desc, id desc)
  where requester_email_key is not null;
create index ticket_phone on ticket (site_id, requester_phone_key, created_utc desc, id desc)
  where requester_phone_key is not null;
create index ticket_search on ticket using gin (search_text gin_trgm_ops);

create table ticket_comment (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  ticket_id bigint not null,
  author_kind text not null check (author_kind in ('customer', 'agent', 'ai', 'system')),
  author_name text,
  agent_id bigint,
  visibility text not null check (visibility in ('public', 'internal')),
  channel text not null,
  body text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete cascade,
  foreign key (site_id, agent_id) references agent (site_id, id)
);
create index ticket_comment_ticket on ticket_comment (site_id, ticket_id, created_utc, id);
-- On the column itself: a folded copy would double the greater part of the database. In "C" ILIKE folds ASCII alone, which
-- takes a tenth of the time, and the same on every server.
create index ticket_comment_search on ticket_comment using gin (body collate "C" gin_trgm_ops);

create table ticket_activity (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  ticket_id bigint not null,
  kind text not null check (kind in ('created', 'status', 'priority', 'assignee', 'tags', 'snooze', 'comment')),
  actor text not null,
  from_value text,
  to_value text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete cascade
);
create index ticket_activity_ticket on ticket_activity (site_id, ticket_id, created_utc, id);
create index ticket_activity_solved on ticket_activity (site_id, ticket_id, created_utc, id)
  where kind = 'status' and to_value in ('resolved', 'closed') and from_value in ('open', 'pending');

-- What a change of tickets replaced, so that it can be put back once within a day. The token is never stored: its
-- SHA-256 finds the rows. Whoever puts a ticket back marks its row, so nothing is put back twice. When the newest change
-- is put back, the one before it is the newest again: its row goes on from the version that the undo left.
create table ticket_undo (
  site_id bigint not null references site on delete cascade,
  token_hash bytea not null,
  ticket_id bigint not null,
  -- What the change was made upon, and what it left; with any other version the ticket has changed since.
  before_version integer not null,
  version integer not null,
  status text not null,
  priority text not null,
  assignee_agent_id bigint,
  tags text[] not null,
  snoozed_until_utc timestamptz(3),
  resolved_utc timestamptz(3),
  created_utc timestamptz(3) not null,
  used_utc timestamptz(3),
  primary key (site_id, token_hash, ticket_id)
);
create index ticket_undo_ticket on ticket_undo (site_id, ticket_id);
create index ticket_undo_by_version on ticket_undo (site_id, ticket_id, version) where used_utc is null;

create table tag (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  name text not null,
  name_key text not null,
  color smallint check (color between 1 and 6),
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, name_key)
);

-- How many tickets of each kind a site has: sums, and steps since the last sum.
create table ticket_tally (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  is_sum boolean not null default false,
  status text not null,
  priority text not null,
  priority_rank smallint not null generated always as
    (case priority when 'urgent' then 0 when 'high' then 1 when 'normal' then 2 else 3 end) stored,
  channel text not null,
  assignee_agent_id bigint,
  n integer not null,
  primary key (site_id, id)
);
create unique index ticket_tally_sum on ticket_tally (site_id, status, priority, channel, assignee_agent_id)
  nulls not distinct where is_sum;
create index ticket_tally_none on ticket_tally (site_id) where is_sum and n = 0;
create index ticket_tally_step on ticket_tally (site_id, id) where not is_sum;

-- Tickets by kind, and how many have each tag.
create function tally_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally (site_id, status, priority, channel, assignee_agent_id, n)
  select site_id, status, priority, channel, assignee_agent_id, count(*) from new_tickets group by 1, 2, 3, 4, 5;
  insert into row_tally (site_id, table_name, key, n)
  select site_id, 'ticket_tag', k, count(*) from new_tickets cross join unnest(tag_keys) k group by 1, 3;
  return null;
end $$;

create function tally_changed_tickets() returns trigger language plpgsql as $$
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

create function tally_gone_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally (site_id, status, priority, channel, assignee_agent_id, n)
  select site_id, status, priority, channel, assignee_agent_id, -count(*) from old_tickets t
  where exists (select from site s where s.id = t.site_id) group by 1, 2, 3, 4, 5;
  insert into row_tally (site_id, table_name, key, n)
  select t.site_id, 'ticket_tag', k, -count(*) from old_tickets t cross join unnest(t.tag_keys) k
  where exists (select from site s where s.id = t.site_id) group by 1, 3;
  return null;
end $$;

create trigger ticket_tally_new after insert on ticket
  referencing new table as new_tickets for each statement execute function tally_new_tickets();
create trigger ticket_tally_changed after update on ticket
  referencing old table as old_tickets new table as new_tickets for each statement execute function tally_changed_tickets();
create trigger ticket_tally_gone after delete on ticket
  referencing old table as old_tickets for each statement execute function tally_gone_tickets();

-- How many tickets were resolved, by time.
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

-- The slots that an instant lies in. No zone of today is off UTC by anything but quarters of an hour.
create function tally_slots(at_utc timestamptz, fine text) returns table (slot text, start_utc timestamptz)
language sql immutable as $$
  values ('day', date_trunc('day', at_utc, 'UTC')),
    (fine, case fine when 'hour' then date_trunc('hour', at_utc, 'UTC')
      else date_bin(interval '15 minutes', at_utc, timestamptz 'epoch') end)
$$;

create function tally_new_resolved() returns trigger language plpgsql as $$
begin
  insert into resolved_tally (site_id, slot, start_utc, n)
  select t.site_id, k.slot, k.start_utc, count(*) from new_tickets t
  cross join lateral tally_slots(t.resolved_utc, 'quarter') k where t.resolved_utc is not null group by 1, 2, 3;
  return null;
end $$;

-- The answer of a customer knows when its ticket was resolved. Whoever rates a ticket has locked it, so no rating is
-- missed here.
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Messages of channels
-- ---------------------------------------------------------------------------------------------------------------------

-- What came in on a channel, with a ticket or by itself; a ticket's first comment counts on the ticket's channel.
create table channel_message (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  channel text not null,
  direction text not null check (direction in ('in', 'out')),
  external_user_id text,
  ticket_id bigint,
  -- Of a message that came by itself: its own id, and what was said.
  external_id text,
  text text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete cascade
);
-- With what the health counts by, so that it is read from the index alone.
create index channel_message_time on channel_message (site_id, direction, created_utc desc) include (channel);
create unique index channel_message_external on channel_message (site_id, external_id) where external_id is not null;
-- A ticket that is erased asks for the messages of its own alone; without an index each of thousands reads them all.
create index channel_message_ticket on channel_message (site_id, ticket_id) where ticket_id is not null;
-- Messages that came or went by a handle, which an erasure looks for.
create index channel_message_user on channel_message (site_id, channel, external_user_id, id)
  where external_user_id is not null;

-- How many messages came in on each channel in each UTC hour: what a channel's silence is judged by. As the other
-- tallies: sums, and steps since the last sum. Chats of the website are no channel here.
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

create function tally_new_inbound() returns trigger language plpgsql as $$
begin
  insert into inbound_tally (site_id, channel, hour_utc, n)
  select site_id, channel, date_trunc('hour', created_utc, 'UTC'), count(*) from new_messages
  where direction = 'in' and channel <> 'web' group by 1, 2, 3;
  return null;
end $$;

create function tally_changed_inbound() returns trigger language plpgsql as $$
begin
  insert into inbound_tally (site_id, channel, hour_utc, n)
  select site_id, channel, hour_utc, sum(step) from (
    select site_id, direction, channel, date_trunc('hour', created_utc, 'UTC') as hour_utc, 1 as step from new_messages
    union all select site_id, direction, channel, date_trunc('hour', created_utc, 'UTC'), -1 from old_messages
  ) m where direction = 'in' and channel <> 'web' group by 1, 2, 3 having sum(step) <> 0;
  return null;
end $$;

-- Messages that go with their site have no tally to go down.
create function tally_gone_inbound() returns trigger language plpgsql as $$
begin
  insert into inbound_tally (site_id, channel, hour_utc, n)
  select site_id, channel, date_trunc('hour', created_utc, 'UTC'), -count(*) from old_messages m
  where direction = 'in' and channel <> 'web' and exists (select from site s where s.id = m.site_id) group by 1, 2, 3;
  return null;
end $$;

create trigger channel_message_inbound_new after insert on channel_message
  referencing new table as new_messages for each statement execute function tally_new_inbound();
create trigger channel_message_inbound_changed after update on channel_message
  referencing old table as old_messages new table as new_messages for each statement execute function tally_changed_inbound();
create trigger channel_message_inbound_gone after delete on channel_message
  referencing old table as old_messages for each statement execute function tally_gone_inbound();

-- ---------------------------------------------------------------------------------------------------------------------
-- Visitors and segments
-- ---------------------------------------------------------------------------------------------------------------------

create table visitor (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  -- The stable key that a site knows its visitor by.
  visitor_key text not null,
  email text,
  email_key text,
  phone text,
  phone_key text,
  display_name text,
  attributes jsonb not null default '{}',
  customer_identity_id bigint,
  event_count integer not null default 0,
  -- The segments that the reply to the last tracked event told of, so that the next can say what changed since.
  told_segments bigint[] not null default '{}',
  search_text text not null,
  first_seen_utc timestamptz(3) not null,
  last_seen_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, visitor_key),
  foreign key (site_id, customer_identity_id) references customer_identity (site_id, id)
    on delete set null (customer_identity_id)
);
create index visitor_first_seen on visitor (site_id, first_seen_utc desc, id desc);
create index visitor_email on visitor (site_id, email_key) where email_key is not null;
create index visitor_phone on visitor (site_id, phone_key) where phone_key is not null;
create index visitor_identity on visitor (site_id, customer_identity_id) where customer_identity_id is not null;
create index visitor_search on visitor using gin (search_text gin_trgm_ops);

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

create table visitor_event (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  visitor_id bigint not null,
  event text not null,
  properties jsonb not null default '{}',
  occurred_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, visitor_id) references visitor (site_id, id) on delete cascade
);
create index visitor_event_newest on visitor_event (site_id, visitor_id, occurred_utc desc, id desc);
create index visitor_event_of_visitor on visitor_event (site_id, visitor_id, event, occurred_utc);
create index visitor_event_of_name on visitor_event (site_id, event, occurred_utc, visitor_id);

-- A rule: whoever did `event` at least `min_count` times within the last days belongs to it. Nobody's membership is stored.
create table segment (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  name text not null,
  name_key text collate "C" not null,
  event text not null,
  min_count integer not null check (min_count between 1 and 1000),
  within_days integer not null check (within_days between 1 and 365),
  external_id text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, name_key),
  unique (site_id, external_id)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Conversations with the bot, their handoffs to people, what visitors thought of them, and what they are greeted with
-- ---------------------------------------------------------------------------------------------------------------------

create table chat_session (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  -- The id that the widget or bot gave it.
  session_id text not null,
  channel text not null,
  visitor_key text,
  customer_identity_id bigint,
  ticket_id bigint,
  message_count integer not null default 0,
  -- Who spoke last, the system's own lines left out.
  last_role text check (last_role in ('visitor', 'ai', 'agent')),
  has_handoff boolean not null default false,
  started_utc timestamptz(3) not null,
  ended_utc timestamptz(3),
  outcome text not null generated always as (
    case when has_handoff then 'handed_off' when ended_utc is null then 'open'
      when last_role in ('ai', 'agent') then 'answered' else 'abandoned' end) stored,
  primary key (site_id, id),
  unique (site_id, session_id),
  foreign key (site_id, customer_identity_id) references customer_identity (site_id, id)
    on delete set null (customer_identity_id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete set null (ticket_id)
);
create index chat_session_started on chat_session (site_id, started_utc desc, id desc);
create index chat_session_ticket on chat_session (site_id, ticket_id) where ticket_id is not null;
create index chat_session_identity on chat_session (site_id, customer_identity_id) where customer_identity_id is not null;
create index chat_session_visitor on chat_session (site_id, visitor_key) where visitor_key is not null;

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

create table chat_message (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  session_id text not null,
  role text not null check (role in ('visitor', 'ai', 'agent', 'system')),
  author_name text,
  text text not null,
  tokens integer,
  cost_usd numeric,
  latency_ms integer,
  -- The id of the delivery that the message came with: the same one again replaces its messages.
  external_id text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, session_id) references chat_session (site_id, session_id) on delete cascade
);
create index chat_message_session on chat_message (site_id, session_id, created_utc, id);
create index chat_message_external on chat_message (site_id, external_id) where external_id is not null;
-- What visitors asked, by day: insights read the days that they are asked for and no others.
create index chat_message_asked on chat_message (site_id, created_utc) where role = 'visitor';
create index chat_message_search on chat_message using gin (text gin_trgm_ops);

create table handoff (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  session_id text not null,
  reason text not null,
  status text not null check (status in ('waiting', 'taken', 'resolved', 'abandoned')),
  ticket_id bigint,
  taken_by_agent_id bigint,
  external_id text,
  created_utc timestamptz(3) not null,
  taken_utc timestamptz(3),
  resolved_utc timestamptz(3),
  primary key (site_id, id),
  unique (site_id, external_id),
  foreign key (site_id, session_id) references chat_session (site_id, session_id) on delete cascade,
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete set null (ticket_id),
  foreign key (site_id, taken_by_agent_id) references agent (site_id, id) on delete set null (taken_by_agent_id)
);
-- One open a session.
create unique index handoff_open on handoff (site_id, session_id) where status in ('waiting', 'taken');
create index handoff_session on handoff (site_id, session_id, created_utc, id);
create index handoff_created on handoff (site_id, created_utc desc, id desc);
create index handoff_agent on handoff (site_id, taken_by_agent_id) where taken_by_agent_id is not null;
create index handoff_ticket on handoff (site_id, ticket_id) where ticket_id is not null;

create table feedback (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  rating smallint not null check (rating between 0 and 5),
  comment text,
  session_id text,
  ticket_id bigint,
  visitor_key text,
  external_id text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, external_id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete set null (ticket_id)
);
create index feedback_created on feedback (site_id, created_utc desc, id desc);
create index feedback_visitor on feedback (site_id, visitor_key) where visitor_key is not null;
create index feedback_session on feedback (site_id, session_id) where session_id is not null;
create index feedback_ticket on feedback (site_id, ticket_id) where ticket_id is not null;

create table conversation_starter (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  text text not null,
  position integer not null,
  locale text,
  external_id text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index conversation_starter_position on conversation_starter (site_id, position, id);

-- ---------------------------------------------------------------------------------------------------------------------
-- The business calendar
-- ---------------------------------------------------------------------------------------------------------------------

create table calendar_window (
  site_id bigint not null references site on delete cascade,
  day_of_week smallint not null check (day_of_week between 0 and 6),
  open_minute smallint not null check (open_minute between 0 and 1440),
  close_minute smallint not null check (close_minute between 0 and 1440),
  primary key (site_id, day_of_week, open_minute),
  check (open_minute < close_minute)
);

create table calendar_holiday (
  site_id bigint not null references site on delete cascade,
  date date not null,
  name text not null,
  -- Null where nobody said: it is of its year alone, and applied.
  recurring boolean,
  active boolean,
  primary key (site_id, date)
);

-- A date of its own beats a holiday and the week; no window at all is closed that day.
create table calendar_override (
  site_id bigint not null references site on delete cascade,
  date date not null,
  name text,
  -- [{"open_minute", "close_minute"}], in order.
  windows jsonb not null,
  primary key (site_id, date)
);

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
  if exists (select from calendar_holiday h where h.site_id = of_site and h.active is not false
    and (h.date = local_time::date
      or (h.recurring and to_char(h.date, 'MM-DD') = to_char(local_time, 'MM-DD')))) then
    return false;
  end if;
  return exists (select from calendar_window w where w.site_id = of_site and w.day_of_week = extract(dow from local_time)
    and local_minute >= w.open_minute and local_minute < w.close_minute);
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- How satisfied customers were
-- ---------------------------------------------------------------------------------------------------------------------

-- One answer a ticket: a second one replaces the first.
create table csat_response (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  ticket_id bigint not null,
  score smallint not null check (score between 0 and 5),
  comment text,
  -- The id that a widget or an import knows it by.
  external_id text,
  created_utc timestamptz(3) not null,
  -- How the ticket was when its customer answered.
  priority text not null,
  channel text not null,
  assignee_agent_id bigint,
  first_reply text not null,
  within_hours text not null,
  handled_by text not null,
  -- When the ticket was resolved, as it is now.
  ticket_resolved_utc timestamptz(3),
  -- What was done about the answer.
  review text not null default 'none' check (review in ('none', 'contacted', 'reopened', 'ignored')),
  review_by text,
  review_utc timestamptz(3),
  version integer not null default 1,
  primary key (site_id, id),
  unique (site_id, ticket_id),
  unique (site_id, external_id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete cascade
);
create index csat_response_created on csat_response (site_id, created_utc desc, id desc);
-- Of a score or a state that few answers have, a page is found without passing over the others.
create index csat_response_score on csat_response (site_id, score, created_utc desc, id desc);
create index csat_response_reviewed on csat_response (site_id, review, created_utc desc, id desc) where review <> 'none';

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

-- How many answers there are by time, score and what is known of them: sums, and steps since the last sum.
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

-- The rows of the tally that an answer counts in.
create function csat_slots(created_utc timestamptz, resolved_utc timestamptz, review text, priority text, channel text,
  assignee_agent_id bigint, first_reply text, within_hours text, handled_by text)
returns table (split text, key text, slot text, start_utc timestamptz) language sql immutable as $$
  select v.split, v.key, s.slot, s.start_utc
  from (values ('all', '', created_utc, 'hour'), ('review', review, created_utc, 'hour'),
    ('priority', priority, created_utc, 'hour'), ('channel', channel, created_utc, 'hour'),
    ('agent', coalesce(assignee_agent_id::text, 'none'), created_utc, 'hour'),
    ('first_reply', first_reply, created_utc, 'hour'), ('within_hours', within_hours, created_utc, 'hour'),
    ('ai', handled_by, created_utc, 'hour'), ('resolved', '', resolved_utc, 'quarter')) v (split, key, at_utc, fine)
  cross join lateral tally_slots(v.at_utc, v.fine) s
  where v.at_utc is not null
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

-- ---------------------------------------------------------------------------------------------------------------------
-- AI calls, what they come to, and their limits
-- ---------------------------------------------------------------------------------------------------------------------

create table ai_call (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  feature text not null,
  model text not null,
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  tokens bigint not null generated always as (input_tokens + output_tokens) stored,
  -- Never rounded: numeric without a scale keeps every digit.
  cost_usd numeric not null check (cost_usd >= 0),
  -- False where nobody said what it cost and the model has no price; the cost is 0 then.
  is_priced boolean not null,
  latency_ms integer not null check (latency_ms >= 0),
  status text not null check (status in ('ok', 'error')),
  -- Why it failed, in a word of whoever made it.
  error_code text,
  cache_hit boolean not null,
  -- Whether a hard limit was used up when it was made: calls of others are reported, not stopped.
  over_cap boolean not null default false,
  -- Which token logged the call: null for what the service or an admin command wrote. As in the audit log without a
  -- foreign key, so that the figure outlives the token.
  token_id bigint,
  session_id text,
  -- The ticket that the call was made for; that of its session is found there.
  ticket_id bigint,
  -- The id that a widget or an import knows it by.
  external_id text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete set null (ticket_id)
);
create index ai_call_created on ai_call (site_id, created_utc desc, id desc) include (status);
create index ai_call_cost on ai_call (site_id, cost_usd desc, created_utc desc, id desc);
create index ai_call_error on ai_call (site_id, created_utc desc, id desc) where status = 'error';
create index ai_call_session on ai_call (site_id, session_id) where session_id is not null;
create index ai_call_ticket on ai_call (site_id, ticket_id) where ticket_id is not null;
create unique index ai_call_external on ai_call (site_id, external_id) where external_id is not null;

-- Calls that a hard limit kept away.
create table ai_refusal (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  feature text not null,
  model text not null,
  is_priced boolean not null,
  -- The limits that kept it away.
  caps text[] not null,
  token_id bigint,
  ticket_id bigint,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete set null (ticket_id)
);
create index ai_refusal_created on ai_refusal (site_id, created_utc desc, id desc);
create index ai_refusal_ticket on ai_refusal (site_id, ticket_id) where ticket_id is not null;

-- The calls by UTC day, written in the transaction of the call. No checks: a difference may be below 0.
create table ai_usage_day (
  site_id bigint not null references site on delete cascade,
  day date not null,
  feature text not null,
  model text not null,
  -- 0 where no token logged the calls.
  token_id bigint not null,
  calls bigint not null default 0,
  cache_hits bigint not null default 0,
  errors bigint not null default 0,
  -- Kept away by a hard limit: they are no calls, and in no other column.
  refused bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  tokens bigint not null generated always as (input_tokens + output_tokens) stored,
  cost_usd numeric not null default 0,
  latency_ms bigint not null default 0,
  unpriced bigint not null default 0,
  over_cap bigint not null default 0,
  over_cap_usd numeric not null default 0,
  primary key (site_id, day, feature, model, token_id)
);

-- How long the calls of a day took: each is counted at one upper bound.
create table ai_latency_day (
  site_id bigint not null references site on delete cascade,
  day date not null,
  feature text not null,
  model text not null,
  token_id bigint not null,
  le_ms integer not null,
  calls bigint not null,
  primary key (site_id, day, feature, model, token_id, le_ms)
);

-- The sums by day of a part of the calls, in the columns of ai_usage_day: those that failed (error), and those that a
-- cache answered (cached). Reports of these alone need not read every call.
create table ai_part_day (
  site_id bigint not null references site on delete cascade,
  part text not null,
  day date not null,
  feature text not null,
  model text not null,
  token_id bigint not null,
  calls bigint not null,
  cache_hits bigint not null,
  errors bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_usd numeric not null,
  latency_ms bigint not null,
  unpriced bigint not null,
  over_cap bigint not null,
  over_cap_usd numeric not null,
  primary key (site_id, part, day, feature, model, token_id)
);

create table ai_part_latency_day (
  site_id bigint not null references site on delete cascade,
  part text not null,
  day date not null,
  feature text not null,
  model text not null,
  token_id bigint not null,
  le_ms integer not null,
  calls bigint not null,
  primary key (site_id, part, day, feature, model, token_id, le_ms)
);

-- The upper bound of the part of the histogram that a call falls into; the last one has none and is the largest integer.
create function ai_latency_bound(latency_ms integer) returns integer language sql immutable strict as $$
  select (array[50, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000,
    20000, 30000, 60000, 2147483647])[1 + width_bucket(latency_ms - 1, array[50, 100, 150, 200, 300, 400, 500, 750, 1000,
    1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 30000, 60000])]
$$;

-- The billing record: limits without a value do not hold anybody.
create table ai_billing (
  site_id bigint primary key references site on delete cascade,
  monthly_budget_usd numeric check (monthly_budget_usd >= 0),
  daily_token_limit bigint check (daily_token_limit >= 0),
  minute_call_limit bigint check (minute_call_limit >= 0),
  action text not null default 'soft' check (action in ('soft', 'hard')),
  created_utc timestamptz(3) not null,
  updated_utc timestamptz(3) not null
);

-- What changed of the limits, one row a field; null is no limit.
create table ai_cap_change (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  actor text not null,
  cap text not null check (cap in ('budget', 'daily_tokens', 'minute_calls', 'action')),
  from_value text,
  to_value text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id)
);
create index ai_cap_change_created on ai_cap_change (site_id, created_utc desc, id desc);

-- Which thresholds of a limit were told in its period; 100 is the limit itself. Alerts of past periods stay.
create table ai_cap_notice (
  site_id bigint not null references site on delete cascade,
  cap text not null,
  period_start timestamptz(3) not null,
  threshold smallint not null,
  fired_utc timestamptz(3) not null,
  primary key (site_id, cap, period_start, threshold)
);

-- The most that a call under way may use. One whose node died counts until it expires.
create table ai_reservation (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  tokens bigint not null,
  cost_usd numeric not null,
  created_utc timestamptz(3) not null,
  expires_utc timestamptz(3) not null,
  primary key (site_id, id)
);

-- Prices that a site has beside those of the service, in USD per million tokens.
create table ai_price (
  site_id bigint not null references site on delete cascade,
  model text not null,
  input_usd numeric not null check (input_usd >= 0),
  output_usd numeric not null check (output_usd >= 0),
  primary key (site_id, model)
);

-- What counts against the three limits at an instant: this UTC month's cost, this day's tokens, this minute's calls.
create function ai_current(of_site bigint, at_utc timestamptz)
returns table (month_cost_usd numeric, day_tokens numeric, minute_calls numeric) language sql stable as $$
  select
    coalesce((select sum(d.cost_usd) from ai_usage_day d where d.site_id = of_site
      and d.day between date_trunc('month', at_utc at time zone 'UTC')::date and (at_utc at time zone 'UTC')::date), 0),
    coalesce((select sum(d.tokens) from ai_usage_day d where d.site_id = of_site
      and d.day = (at_utc at time zone 'UTC')::date), 0),
    (select count(*)::numeric from ai_call c where c.site_id = of_site
      and c.created_utc >= date_trunc('minute', at_utc) and c.created_utc < date_trunc('minute', at_utc) + interval '1 minute')
$$;

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

-- ---------------------------------------------------------------------------------------------------------------------
-- The portal: links with which customers see their own tickets
-- ---------------------------------------------------------------------------------------------------------------------

-- The raw token is nowhere: it is derived from the app's key and the nonce, and found by its SHA-256.
create table portal_token (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  requester_email text not null,
  email_key text not null,
  -- Behind row-level security no index on an expression serves a list.
  email_domain text not null generated always as (split_part(email_key, '@', 2)) stored,
  nonce text not null,
  -- Which of the app's keys it is derived from.
  key_id text not null,
  token_hash bytea not null unique,
  -- The label of the token that asked for it.
  issued_by text not null,
  use_count integer not null default 0,
  -- What it was used for in its present hour, which begins with its first use: how often it was opened, older comments
  -- were read and tickets rated.
  hour_start_utc timestamptz(3),
  hour_openings integer not null default 0,
  hour_pages integer not null default 0,
  hour_ratings integer not null default 0,
  created_utc timestamptz(3) not null,
  expires_utc timestamptz(3) not null,
  last_used_utc timestamptz(3),
  revoked_utc timestamptz(3),
  primary key (site_id, id)
);
create index portal_token_email on portal_token (site_id, email_key, expires_utc desc);
create index portal_token_created on portal_token (site_id, created_utc desc, id desc);
create index portal_token_domain on portal_token (site_id, email_domain, created_utc desc, id desc);
create index portal_token_search on portal_token using gin (email_key gin_trgm_ops);
create index portal_token_expires on portal_token (site_id, expires_utc, id) include (revoked_utc);
create index portal_token_revoked on portal_token (site_id, created_utc desc, id desc) where revoked_utc is not null;
create index portal_token_unused on portal_token (site_id, created_utc desc, id desc) where use_count = 0;
create index portal_token_uses on portal_token (site_id, use_count desc, id desc);

-- Whether an address in lower case is a blocked customer's: of whoever has it as their email, as the email of somebody who
-- was merged into them, or as a handle; else of somebody who has tickets of it, as from before their email was corrected.
-- Old addresses are looked for from the few who are blocked to their tickets, never through all tickets of a site.
create function is_blocked_address(site bigint, address text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp
  as $$
    select coalesce(
      (select c.blocked_utc is not null from public.customer_identity c where c.site_id = site and c.email_key = address),
      (select c.blocked_utc is not null from public.customer_alias a
        join public.customer_identity c on c.site_id = a.site_id and c.id = a.identity_id
        where a.site_id = site and a.kind = 'email' and a.key = address order by a.id desc limit 1),
      (select c.blocked_utc is not null from public.channel_binding b
        join public.customer_identity c on c.site_id = b.site_id and c.id = b.identity_id
        where b.site_id = site and b.channel = 'email' and b.external_user_id = address),
      exists (select from (
          select c.id from public.customer_identity c where c.site_id = site and c.blocked_utc is not null offset 0
        ) blocked
        where exists (select from public.ticket t where t.site_id = site and t.customer_identity_id = blocked.id
          and lower(t.requester_email) = address offset 0)))
  $$;

-- Finding a link needs no site: one exact hash, one live row. A dead one and that of a blocked customer are found like
-- none, in the same look-up.
create function find_portal_token(hash bytea, at timestamptz) returns table (site_id bigint, id bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select p.site_id, p.id from public.portal_token p
    where p.token_hash = hash and p.revoked_utc is null and p.expires_utc > at
      and not public.is_blocked_address(p.site_id, p.email_key)
  $$;
revoke all on function find_portal_token from public;
grant execute on function find_portal_token to support_console_app;

-- How many links there are by the day of their end, and by the day of their issue, in `row_tally`. What the clock decides
-- within a day is counted from the links of that day alone.
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Webhooks: who wants to hear of events, what is to be sent to them, and each attempt to send it
-- ---------------------------------------------------------------------------------------------------------------------

create table webhook_subscription (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  url text not null,
  description text,
  events text[] not null,
  include_pii boolean not null,
  state text not null check (state in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  disabled_utc timestamptz(3),
  -- The secret is derived from the service's key of this id and the nonce. The pair before signs too until the overlap ends.
  key_id text not null,
  nonce text not null,
  old_key_id text,
  old_nonce text,
  overlap_until_utc timestamptz(3),
  -- Attempts that failed since one succeeded, and when the first of them was.
  failures_in_row integer not null default 0,
  failing_since_utc timestamptz(3),
  -- After ten failures in a row: nothing is sent before this.
  probe_utc timestamptz(3),
  last_delivery_utc timestamptz(3),
  created_utc timestamptz(3) not null,
  updated_utc timestamptz(3) not null,
  primary key (site_id, id),
  check ((state = 'disabled') = (disabled_reason is not null))
);
create index webhook_subscription_active on webhook_subscription (site_id) where state = 'active';
create index webhook_subscription_created on webhook_subscription (site_id, created_utc desc, id desc);

-- The outbox and its log: written in the transaction of the write that it tells of.
create table webhook_delivery (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  subscription_id bigint not null,
  message_id text not null,
  event_type text not null,
  -- The very text that is signed and sent; taken away after a week.
  body text,
  -- Whom it is about, known when it is written: an erasure finds it by ids and whole values, never by a piece of its text
  -- (decision 0027). A ticket has its requester for life, so its events need no address of their own. The others have in
  -- matched form what their data say of a person; a phone only where nothing else says who it is.
  about_ticket_id bigint,
  about_visitor_id bigint,
  about_identity_id bigint,
  about_session_id text,
  about_email_key text,
  about_phone_key text,
  is_test boolean not null default false,
  state text not null check (state in ('pending', 'delivering', 'succeeded', 'failed', 'cancelled')),
  attempt_count integer not null default 0,
  last_http_status integer,
  last_error_code text,
  last_failed_utc timestamptz(3),
  -- When the next attempt is due, or the last one was.
  scheduled_utc timestamptz(3) not null,
  -- When somebody may take it: the next attempt, or the end of the lease of who has it; null when it is finished.
  due_utc timestamptz(3),
  lease text,
  replay_of bigint,
  request_id text,
  created_utc timestamptz(3) not null,
  finished_utc timestamptz(3),
  primary key (site_id, id),
  foreign key (site_id, subscription_id) references webhook_subscription (site_id, id) on delete cascade,
  check ((due_utc is not null) = (state in ('pending', 'delivering'))),
  check ((lease is not null) = (state = 'delivering'))
);
create index webhook_delivery_due on webhook_delivery (site_id, subscription_id, due_utc, id) where due_utc is not null;
create index webhook_delivery_busy on webhook_delivery (site_id, subscription_id) where state = 'delivering';
create index webhook_delivery_created on webhook_delivery (site_id, created_utc desc, id desc);
create index webhook_delivery_subscription on webhook_delivery (site_id, subscription_id, created_utc desc, id desc);
create index webhook_delivery_failed on webhook_delivery (site_id, last_failed_utc) where last_failed_utc is not null;
create index webhook_delivery_replay on webhook_delivery (site_id, replay_of) where replay_of is not null;
create index webhook_delivery_about_ticket on webhook_delivery (site_id, about_ticket_id) where about_ticket_id is not null;
create index webhook_delivery_about_visitor on webhook_delivery (site_id, about_visitor_id) where about_visitor_id is not null;
create index webhook_delivery_about_identity on webhook_delivery (site_id, about_identity_id) where about_identity_id is not null;
create index webhook_delivery_about_session on webhook_delivery (site_id, about_session_id) where about_session_id is not null;
create index webhook_delivery_about_email on webhook_delivery (site_id, about_email_key) where about_email_key is not null;
create index webhook_delivery_about_phone on webhook_delivery (site_id, about_phone_key) where about_phone_key is not null;

create table webhook_attempt (
  site_id bigint not null references site on delete cascade,
  delivery_id bigint not null,
  attempt integer not null,
  scheduled_utc timestamptz(3) not null,
  started_utc timestamptz(3) not null,
  duration_ms integer not null,
  http_status integer,
  error_code text,
  -- The first kilobyte of what came back, without control characters.
  response_excerpt text,
  resolved_ip text,
  primary key (site_id, delivery_id, attempt),
  foreign key (site_id, delivery_id) references webhook_delivery (site_id, id) on delete cascade
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Imports
-- ---------------------------------------------------------------------------------------------------------------------

-- What was moved in from elsewhere. One row a run, counted on with each batch in the batch's own transaction.
create table import_run (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  kind text not null check (kind in ('tickets', 'articles', 'macros')),
  imported_rows integer not null default 0,
  skipped_rows integer not null default 0,
  failed_rows integer not null default 0,
  started_utc timestamptz(3) not null,
  primary key (site_id, id)
);

-- By which name a ticket was known.
create table imported_ticket (
  site_id bigint not null references site on delete cascade,
  external_id text not null,
  ticket_id bigint not null,
  primary key (site_id, external_id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete cascade
);
create index imported_ticket_ticket on imported_ticket (site_id, ticket_id);

create table article (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  external_id text not null,
  title text not null,
  body text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, external_id)
);

create table macro (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  external_id text not null,
  name text not null,
  body text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, external_id)
);

-- An import of channel handles: that it was, what became of its rows, and what it takes to undo it. A file that is sent in
-- several calls has a row for each, all of one batch. Counted on in the transactions that bind the rows.
create table bind_job (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  batch_id uuid,
  -- The part of its import that was recorded first, which names all of them; its own id where it is the only one.
  first_id bigint not null,
  -- Of a batch: where the part begins in the whole file, and the hash of its own bytes.
  line_offset integer not null default 0,
  part_sha256 text,
  created_utc timestamptz(3) not null,
  token_label text not null,
  file_sha256 text not null,
  has_rows boolean not null,
  bound integer not null default 0,
  refreshed integer not null default 0,
  minted_identity integer not null default 0,
  bad_channel integer not null default 0,
  no_identity integer not null default 0,
  failed integer not null default 0,
  -- From then on none of its rows is bound any more.
  undo_begun_utc timestamptz(3),
  undone_utc timestamptz(3),
  primary key (site_id, id)
);
create unique index bind_job_batch on bind_job (site_id, batch_id, line_offset) where batch_id is not null;
create index bind_job_parts on bind_job (site_id, first_id);
create index bind_job_created on bind_job (site_id, created_utc desc, id desc) where id = first_id;
create index bind_job_rows on bind_job (created_utc) where has_rows;

-- The rows of one transaction, in lists: a row each would cost more than binding it.
create table bind_job_part (
  site_id bigint not null references site on delete cascade,
  job_id bigint not null,
  id bigint not null,
  -- Which lines it recorded: pages are found by it, and no line is recorded twice.
  first_line integer not null,
  last_line integer not null,
  lines integer[] not null,
  outcomes text[] not null,
  codes text[] not null,
  identity_ids bigint[] not null,
  -- Handles as this part left them: by whom it bound new ones, and to and from whom it moved others.
  made_ids bigint[] not null,
  made_owners bigint[] not null,
  moved_ids bigint[] not null,
  moved_owners bigint[] not null,
  moved_from bigint[] not null,
  -- Which customers it made: its undo removes those that nothing came to since.
  minted_ids bigint[] not null default '{}',
  -- Null until it is undone.
  unbound integer,
  moved_back integer,
  skipped integer,
  -- Customers whose handles its undo unbound although messages had come on them.
  kept_ids bigint[] not null default '{}',
  -- How many of the minted ones the undo has looked at so far, and how many of those it removed.
  judged integer not null default 0,
  removed integer not null default 0,
  primary key (site_id, job_id, id),
  foreign key (site_id, job_id) references bind_job (site_id, id) on delete cascade
);

-- ---------------------------------------------------------------------------------------------------------------------
-- The audit log
-- ---------------------------------------------------------------------------------------------------------------------

-- Append-only; names of changed fields, with values for enumerations and numbers only.
create table audit_log (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  at_utc timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('token', 'admin', 'system')),
  token_id bigint,
  token_prefix text,
  label text,
  action text not null,
  object_type text not null,
  object_id text not null,
  changes jsonb not null default '[]',
  outcome text not null,
  request_id text,
  network text,
  user_agent text,
  primary key (site_id, id)
);
-- Each filter of the log finds its lines in order.
create index audit_log_time on audit_log (site_id, at_utc desc, id desc);
create index audit_log_token on audit_log (site_id, token_id, at_utc desc, id desc) where token_id is not null;
create index audit_log_action on audit_log (site_id, action, at_utc desc, id desc);
create index audit_log_object on audit_log (site_id, object_type, object_id, at_utc desc, id desc);
create index audit_log_trouble on audit_log (site_id, outcome, at_utc desc, id desc) where outcome <> 'ok';
-- What was done to one customer, for the timeline.
create index audit_log_customer on audit_log (site_id, object_id, at_utc desc, id desc)
  where object_type = 'customer_identity';

-- One row a minute that has entries: a hash over them and over the seal before.
create table audit_seal (
  site_id bigint not null references site on delete cascade,
  minute_utc timestamptz(3) not null,
  entry_count integer not null,
  hash bytea not null,
  primary key (site_id, minute_utc)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Health
-- ---------------------------------------------------------------------------------------------------------------------

create table health_snapshot (
  site_id bigint not null references site on delete cascade,
  -- The beginning of its UTC hour, which has one at most.
  hour_utc timestamptz(3) not null,
  at_utc timestamptz(3) not null,
  -- As GET health_history answers them.
  figures jsonb not null,
  primary key (site_id, hour_utc)
);
-- What is past its time, over all sites.
create index health_snapshot_age on health_snapshot (hour_utc);

create table self_test_run (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  name text not null check (name in ('ai_usage', 'channel_foundation')),
  ok boolean not null,
  at_utc timestamptz(3) not null,
  round_trip_ms integer not null,
  error text,
  primary key (site_id, id)
);
create index self_test_run_time on self_test_run (site_id, name, at_utc desc, id desc);

-- ---------------------------------------------------------------------------------------------------------------------
-- What a site has chosen or written for all who look at it
-- ---------------------------------------------------------------------------------------------------------------------

create table site_settings (
  site_id bigint primary key references site on delete cascade,
  settings jsonb not null,
  version integer not null,
  updated_utc timestamptz(3) not null,
  -- The label of the token.
  updated_by text not null
);

-- What people write on the days of a chart.
create table chart_note (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  chart text not null check (chart in ('csat', 'ai')),
  date date not null,
  text text not null,
  author text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, id)
);
create index chart_note_date on chart_note (site_id, date desc, id desc);

-- ---------------------------------------------------------------------------------------------------------------------
-- The planner
-- ---------------------------------------------------------------------------------------------------------------------

-- Takes the statistics of tables that grew by a fifth since they were last taken. Autovacuum looks once a minute; until
-- then the planner would work with a table as it was before an import. A table that is being analyzed already is skipped.
create function analyze_grown(tables regclass[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    declare grown regclass;
    begin
      for grown in
        select c.oid from pg_class c
        where c.oid = any(tables) and c.relnamespace = 'public'::regnamespace
          and pg_relation_size(c.oid) > 1.2 * c.relpages * current_setting('block_size')::bigint
      loop
        execute format('analyze (skip_locked) %s', grown);
      end loop;
    end
  $$;
revoke all on function analyze_grown from public;
grant execute on function analyze_grown to support_console_app;

-- Row-level security keeps a condition off an index unless its function is known not to leak. LIKE and ILIKE are not so
-- marked, though their errors never show a row. Only a superuser may mark them; elsewhere a search walks its own site's
-- rows. See docs/decisions/0004-search-under-row-level-security.md.
do $$
begin
  alter function pg_catalog.textlike(text, text) leakproof;
  alter function pg_catalog.texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'textlike and texticlike stay unmarked: searches are bound to one site and use no trigram index';
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- The wall between sites
-- ---------------------------------------------------------------------------------------------------------------------

-- Raises the wall around every table that has a site_id, and around `site` itself: row-level security that is forced, one
-- policy for the role that serves, one for the owner's own work, and what the role may do with the table. The past is
-- never rewritten, and the owner makes sites. Tables that have the wall are left as they are: a later migration that makes
-- tables calls it at its end.
create function enable_tenant_rls() returns void language plpgsql as $$
declare
  t record;
begin
  for t in
    select c.oid::regclass as name, a.attname as site_column,
      case when c.relname = 'site' then 'select, update'
        when c.relname in ('audit_log', 'audit_seal') then 'select, insert'
        else 'select, insert, update, delete' end as rights
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      and a.attname = case c.relname when 'site' then 'id' else 'site_id' end and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'site_wall')
    order by c.relname
  loop
    execute format('alter table %s enable row level security, force row level security', t.name);
    execute format('create policy site_wall on %s to support_console_app using (%I = current_site()) with check (%2$I = current_site())',
      t.name, t.site_column);
    execute format('create policy owner_work on %s to current_user using (true) with check (true)', t.name);
    execute format('grant %s on %s to support_console_app', t.rights, t.name);
  end loop;
end $$;
revoke all on function enable_tenant_rls from public;

select enable_tenant_rls();
