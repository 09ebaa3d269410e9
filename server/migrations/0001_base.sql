-- Sites, tokens, tickets, customers and hours. Every row of a site carries site_id, every key begins with it.

create extension if not exists pg_trgm;

-- The site that the connection works for; null makes every policy refuse.
create function current_site() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.site_id', true), '')::bigint $$;

create table site (
  id bigint generated always as identity primary key,
  name text not null,
  time_zone text not null default 'UTC',
  is_demo boolean not null default false,
  undeployed text[] not null default '{}',
  calendar_flag_on boolean not null default true,
  created_utc timestamptz(3) not null
);

-- Ids are drawn per site, so gaps tell one site nothing about another. Two sequences a site: ids and ticket numbers.
create function create_site_sequences(site bigint) returns void language plpgsql as $$
begin
  execute format('create sequence %I as bigint', 'site_' || site || '_id');
  execute format('create sequence %I as integer start 1001', 'site_' || site || '_ticket_number');
  execute format('grant usage on sequence %I, %I to support_console_app', 'site_' || site || '_id', 'site_' || site || '_ticket_number');
end $$;

create function next_id(site bigint) returns bigint language sql volatile
  as $$ select nextval(('site_' || site || '_id')::regclass) $$;
create function next_ticket_number(site bigint) returns integer language sql volatile
  as $$ select nextval(('site_' || site || '_ticket_number')::regclass)::integer $$;

create table agent (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  name text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, id)
);

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
  request_count bigint not null default 0,
  created_utc timestamptz(3) not null,
  last_used_utc timestamptz(3),
  expires_utc timestamptz(3),
  revoked_utc timestamptz(3),
  replaced_by_id bigint,
  unique (site_id, id),
  foreign key (site_id, agent_id) references agent (site_id, id)
);

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

-- The shared allowance of a token's minute, taken by N nodes in blocks.
create table rate_window (
  token_id bigint not null references api_token on delete cascade,
  window_start timestamptz(3) not null,
  taken integer not null,
  primary key (token_id, window_start)
);

create table idempotency_record (
  site_id bigint not null references site on delete cascade,
  token_id bigint not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  answer text,
  created_utc timestamptz(3) not null,
  primary key (site_id, token_id, operation, key)
);

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
create index audit_log_time on audit_log (site_id, at_utc desc, id desc);

-- One row a minute that has entries: a hash over them and over the seal before.
create table audit_seal (
  site_id bigint not null references site on delete cascade,
  minute_utc timestamptz(3) not null,
  entry_count integer not null,
  hash bytea not null,
  primary key (site_id, minute_utc)
);

create table customer_identity (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  email text,
  email_key text,
  phone text,
  phone_key text,
  display_name text,
  ticket_count integer not null default 0,
  first_seen_utc timestamptz(3) not null,
  last_seen_utc timestamptz(3) not null,
  primary key (site_id, id)
);
create unique index customer_identity_email on customer_identity (site_id, email_key) where email_key is not null;
-- With the id, or the planner walks the primary key to find the first of a phone.
create index customer_identity_phone on customer_identity (site_id, phone_key, id) where phone_key is not null;
create index customer_identity_tickets on customer_identity (site_id, ticket_count desc, id);
create index customer_identity_recent on customer_identity (site_id, last_seen_utc desc, id);

create table channel_binding (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  channel text not null check (channel in ('whatsapp', 'messenger', 'instagram', 'sms', 'email')),
  external_user_id text not null,
  display_handle text,
  identity_id bigint not null,
  bound_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, channel, external_user_id),
  foreign key (site_id, identity_id) references customer_identity (site_id, id) on delete cascade
);
create index channel_binding_identity on channel_binding (site_id, identity_id);

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
  requester_phone text,
  tags text[] not null default '{}',
  tag_keys text[] not null default '{}',
  required_skills text[] not null default '{}',
  first_response_utc timestamptz(3),
  resolved_utc timestamptz(3),
  created_utc timestamptz(3) not null,
  updated_utc timestamptz(3) not null,
  customer_identity_id bigint,
  assignee_agent_id bigint,
  snoozed_until_utc timestamptz(3),
  last_message_preview text,
  version integer not null default 1,
  search_text text not null,
  primary key (site_id, id),
  unique (site_id, ticket_number),
  foreign key (site_id, customer_identity_id) references customer_identity (site_id, id),
  foreign key (site_id, assignee_agent_id) references agent (site_id, id)
);
create index ticket_created on ticket (site_id, created_utc desc, id desc);
create index ticket_status_created on ticket (site_id, status, created_utc desc, id desc);
create index ticket_updated on ticket (site_id, updated_utc desc, id desc);
create index ticket_priority on ticket (site_id, priority_rank, created_utc desc, id desc);
create index ticket_waiting on ticket (site_id, created_utc, id) where first_response_utc is null;
create index ticket_identity on ticket (site_id, customer_identity_id, created_utc desc) where customer_identity_id is not null;
create index ticket_assignee on ticket (site_id, assignee_agent_id, status) where assignee_agent_id is not null;
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

-- What came in on a channel; a ticket's first comment counts on the ticket's channel.
create table channel_message (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  channel text not null,
  direction text not null check (direction in ('in', 'out')),
  external_user_id text,
  ticket_id bigint,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete cascade
);
create index channel_message_time on channel_message (site_id, direction, created_utc desc);

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
  primary key (site_id, date)
);

-- The wall between sites: forced for the role that serves, with one policy for the owner's own work.
do $$
declare
  t text;
begin
  foreach t in array array[
    'agent', 'api_token', 'browser_session', 'idempotency_record', 'audit_log', 'audit_seal', 'customer_identity',
    'channel_binding', 'ticket', 'ticket_comment', 'ticket_activity', 'channel_message', 'tag', 'calendar_window',
    'calendar_holiday'
  ] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy site_wall on %I to support_console_app using (site_id = (select current_site())) with check (site_id = (select current_site()))', t);
    execute format('create policy owner_work on %I to current_user using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to support_console_app', t);
  end loop;
end $$;

alter table site enable row level security;
alter table site force row level security;
create policy site_wall on site to support_console_app using (id = (select current_site())) with check (id = (select current_site()));
create policy owner_work on site to current_user using (true) with check (true);
grant select, update on site to support_console_app;
revoke update, delete on audit_log, audit_seal from support_console_app;
grant select, insert, update, delete on rate_window to support_console_app;

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

revoke all on function find_api_token, find_browser_session, record_token_use, record_session_use, create_site_sequences from public;
grant execute on function find_api_token, find_browser_session, record_token_use, record_session_use to support_console_app;

-- Row-level security keeps a condition off an index unless its function is known not to leak. ILIKE is not so marked,
-- though its errors never show a row. Only a superuser may mark it; elsewhere a search walks its own site's tickets.
do $$
begin
  alter function pg_catalog.texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'texticlike stays unmarked: searches are bound to one site and use no trigram index';
end $$;
