-- Every key of a site's table begins with the site, so that a distributed PostgreSQL can keep the rows of a site together.

-- A token says its site, so it is looked up in that site, behind row-level security.
drop function find_api_token, find_browser_session, find_portal_token, record_token_use, record_session_use;

drop table rate_window, browser_session;
alter table saved_view drop constraint saved_view_site_id_token_id_fkey;
alter table preferences drop constraint preferences_site_id_token_id_fkey;
alter table ticket_bulk_change drop constraint ticket_bulk_change_site_id_token_id_fkey;
-- The ids stay unique over all sites: `admin token revoke` names no site.
alter table api_token drop constraint api_token_pkey, drop constraint api_token_site_id_id_key,
  drop constraint api_token_token_hash_key, add primary key (site_id, id), add unique (site_id, token_hash);
alter table saved_view add foreign key (site_id, token_id) references api_token on delete cascade;
alter table preferences add foreign key (site_id, token_id) references api_token on delete cascade;
alter table ticket_bulk_change add foreign key (site_id, token_id) references api_token on delete cascade;

create table browser_session (
  site_id bigint not null references site on delete cascade,
  id uuid not null default gen_random_uuid(),
  token_id bigint not null,
  token_hash bytea not null,
  token_prefix text not null,
  scopes text[] not null,
  created_utc timestamptz(3) not null,
  expires_utc timestamptz(3) not null,
  last_used_utc timestamptz(3) not null,
  ended_utc timestamptz(3),
  primary key (site_id, id),
  unique (site_id, token_hash),
  foreign key (site_id, token_id) references api_token on delete cascade
);
create index browser_session_token on browser_session (site_id, token_id);

-- The current minute of a token, of which each node takes blocks.
create table rate_window (
  site_id bigint not null,
  token_id bigint not null,
  window_start timestamptz(3) not null,
  taken integer not null,
  primary key (site_id, token_id),
  foreign key (site_id, token_id) references api_token on delete cascade
);

alter table portal_token drop constraint portal_token_token_hash_key, add unique (site_id, token_hash);
-- Links of the former shape open nothing, and cannot be derived again.
update portal_token set key_id = '';

-- A delta needs no order.
alter table counter drop column id;
alter table counter add column id uuid not null default gen_random_uuid(), add primary key (site_id, id);
create index counter_delta on counter (site_id) where not is_total;

delete from self_test_run r using self_test_run later
where later.site_id = r.site_id and later.name = r.name and later.at_utc = r.at_utc and later.id > r.id;
alter table self_test_run drop column id;
alter table self_test_run add primary key (site_id, name, at_utc);

-- When a site needs background work of a kind again, so that a pass visits only the sites that are due. The kinds are those
-- of `DueKind` in server/operation/due-sites.ts.
create table site_due (
  site_id bigint not null references site on delete cascade,
  kind text not null,
  due_utc timestamptz(3) not null,
  primary key (site_id, kind)
);
create index site_due_next on site_due (kind, due_utc);
insert into site_due (site_id, kind, due_utc)
select s.id, k.kind, s.created_utc from site s cross join unnest(array['retention', 'snapshot', 'duplicates']) as k (kind);

-- What a site's retention deletes.
create index idempotency_record_created on idempotency_record (site_id, created_utc);
create index ticket_undo_created on ticket_undo (site_id, created_utc);
drop index bind_job_rows;
create index bind_job_rows on bind_job (site_id, created_utc) where has_rows;
drop index health_snapshot_age;

select enable_tenant_rls();
