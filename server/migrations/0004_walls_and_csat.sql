-- The wall between sites as one function, and how satisfied customers were.

-- Forced row-level security with one policy for the role that serves and one for the owner's own work.
create function raise_site_wall(variadic tables text[]) returns void language plpgsql as $$
declare
  t text;
begin
  foreach t in array tables loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy site_wall on %I to support_console_app using (site_id = (select current_site())) with check (site_id = (select current_site()))', t);
    execute format('create policy owner_work on %I to current_user using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to support_console_app', t);
  end loop;
end $$;
revoke all on function raise_site_wall from public;

-- One rating a ticket: a second one replaces the first.
create table csat_response (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  ticket_id bigint not null,
  score smallint not null check (score between 0 and 5),
  comment text,
  -- The id that a widget or an import knows it by.
  external_id text,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  unique (site_id, ticket_id),
  unique (site_id, external_id),
  foreign key (site_id, ticket_id) references ticket (site_id, id) on delete cascade
);
create index csat_response_created on csat_response (site_id, created_utc desc, id desc);

select raise_site_wall('csat_response');
