-- Links with which customers see their own tickets.

-- The raw token is nowhere: it is derived from the app's key and the nonce, and found by its SHA-256.
create table portal_token (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  requester_email text not null,
  email_key text not null,
  nonce text not null,
  -- Which of the app's keys it is derived from.
  key_id text not null,
  token_hash bytea not null unique,
  -- The label of the token that asked for it.
  issued_by text not null,
  use_count integer not null default 0,
  created_utc timestamptz(3) not null,
  expires_utc timestamptz(3) not null,
  last_used_utc timestamptz(3),
  revoked_utc timestamptz(3),
  primary key (site_id, id)
);
create index portal_token_email on portal_token (site_id, email_key, expires_utc desc);
create index portal_token_created on portal_token (site_id, created_utc desc, id desc);
create index portal_token_domain on portal_token (site_id, (split_part(email_key, '@', 2))) where revoked_utc is null;

select raise_site_wall('portal_token');

-- A link shows the tickets of one address, whatever identity they belong to by now.
create index ticket_requester on ticket (site_id, lower(requester_email), created_utc desc, id desc)
  where requester_email is not null;

-- Finding a link needs no site: one exact hash, one live row. A dead one is found like none, in the same time.
create function find_portal_token(hash bytea, at timestamptz) returns table (site_id bigint, id bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select p.site_id, p.id from public.portal_token p
    where p.token_hash = hash and p.revoked_utc is null and p.expires_utc > at
  $$;
revoke all on function find_portal_token from public;
grant execute on function find_portal_token to support_console_app;
