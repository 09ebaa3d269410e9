-- What belongs to a token itself: its views of the inbox and its preferences.

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

do $$
declare
  t text;
begin
  foreach t in array array['saved_view', 'preferences'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy site_wall on %I to support_console_app using (site_id = (select current_site())) with check (site_id = (select current_site()))', t);
    execute format('create policy owner_work on %I to current_user using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to support_console_app', t);
  end loop;
end $$;
