-- What a change of tickets replaced, so that it can be put back once within a day. The token is never stored: its
-- SHA-256 finds the rows. Whoever puts a ticket back marks its row, so nothing is put back twice.
create table ticket_undo (
  site_id bigint not null references site on delete cascade,
  token_hash bytea not null,
  ticket_id bigint not null,
  -- The version that the change left; with any other one the ticket has changed since.
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

alter table ticket_undo enable row level security;
alter table ticket_undo force row level security;
create policy site_wall on ticket_undo to support_console_app
  using (site_id = (select current_site())) with check (site_id = (select current_site()));
create policy owner_work on ticket_undo to current_user using (true) with check (true);
grant select, insert, update, delete on ticket_undo to support_console_app;
