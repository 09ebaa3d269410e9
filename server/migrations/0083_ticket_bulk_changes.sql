-- Bulk changes by the API token that made them, so that it can list and undo them within a day. An undo token is no credential:
-- it works only beside an API token of the site that may change tickets.
create table ticket_bulk_change (
  site_id bigint not null references site on delete cascade,
  undo_token text not null,
  token_id bigint not null,
  at_utc timestamptz(3) not null,
  tickets integer not null,
  patch jsonb not null,
  -- Of the tags in the patch: one may be the name of a person, who is erased with it.
  tag_keys text[] not null,
  batch_id uuid,
  undone_utc timestamptz(3),
  primary key (site_id, undo_token),
  foreign key (site_id, token_id) references api_token (site_id, id) on delete cascade
);
create index ticket_bulk_change_token on ticket_bulk_change (site_id, token_id, at_utc desc, undo_token);

select enable_tenant_rls();
