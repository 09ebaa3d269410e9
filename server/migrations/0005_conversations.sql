-- Conversations with the bot and their handoffs to people, what visitors thought of them, what they are greeted with,
-- who the visitors are, what they did, and the rules that put them into segments.

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
create index visitor_identity on visitor (site_id, customer_identity_id) where customer_identity_id is not null;
create index visitor_search on visitor using gin (search_text gin_trgm_ops);

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
  name_key text not null,
  event text not null,
  min_count integer not null check (min_count >= 1),
  within_days integer not null check (within_days between 1 and 365),
  external_id text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, name_key),
  unique (site_id, external_id)
);

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

-- Messages of channels also come in by themselves, with an id of their own and what was said.
alter table channel_message add column external_id text, add column text text;
create unique index channel_message_external on channel_message (site_id, external_id) where external_id is not null;

select raise_site_wall('visitor', 'visitor_event', 'segment', 'chat_session', 'chat_message', 'handoff', 'feedback',
  'conversation_starter');
