-- What a person found when they read a session: one review a session.
create table ai_review (
  site_id bigint not null references site on delete cascade,
  session_id text not null,
  verdict text not null check (verdict in ('right', 'wrong')),
  -- One of the reasons that the site chooses from.
  reason text,
  note text,
  reviewer text not null,
  reviewed_utc timestamptz(3) not null,
  version integer not null default 1,
  primary key (site_id, session_id),
  foreign key (site_id, session_id) references chat_session (site_id, session_id) on delete cascade
);

-- By which equal questions are counted and found. Stored, because behind row-level security no index on an expression is used.
create function question_label(raw text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(left(raw, 80), '\s+', ' ', 'g'))
$$;
create function question_opening(raw text) returns text language sql immutable parallel safe as $$
  select lower(question_label(raw))
$$;
alter table chat_message add column opening text
  generated always as (case when role = 'visitor' then question_opening(text) end) stored;
create index chat_message_opening on chat_message (site_id, opening, session_id) where opening is not null;

-- Low scores, by ticket and by session.
create index csat_response_low on csat_response (site_id, ticket_id) where score <= 2;
create index feedback_low on feedback (site_id, session_id) where rating <= 2 and session_id is not null;

-- The cost of a session is read from the index alone.
drop index ai_call_session;
create index ai_call_session on ai_call (site_id, session_id) include (cost_usd) where session_id is not null;

select enable_tenant_rls();
