-- What was moved in from elsewhere: runs with their counts, articles and macros, and by which name a ticket was known.

-- One row a run, counted on with each batch in the batch's own transaction.
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

select raise_site_wall('import_run', 'imported_ticket', 'article', 'macro');
