-- Imports of channel handles: that they were, what became of their rows, and what it takes to undo them.

-- Counted on in the transactions that bind the rows.
create table bind_job (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
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
  undone_utc timestamptz(3),
  primary key (site_id, id)
);
create index bind_job_created on bind_job (site_id, created_utc desc, id desc);
create index bind_job_rows on bind_job (created_utc) where has_rows;

-- The rows of one transaction, in lists: a row each would cost more than binding it.
create table bind_job_part (
  site_id bigint not null references site on delete cascade,
  job_id bigint not null,
  id bigint not null,
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
  -- Null until it is undone.
  unbound integer,
  moved_back integer,
  skipped integer,
  primary key (site_id, job_id, id),
  foreign key (site_id, job_id) references bind_job (site_id, id) on delete cascade
);

select raise_site_wall('bind_job', 'bind_job_part');
