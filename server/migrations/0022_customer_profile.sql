-- Customers that are found by words, corrected, blocked and written notes about.

-- `und-x-icu`: the embedded database's own lower() knows ASCII alone. Columns and no expressions: behind row-level
-- security no index on an expression serves a list.
alter table customer_identity
  add column version integer not null default 1,
  add column blocked_utc timestamptz(3),
  add column name_key text generated always as (lower(display_name collate "und-x-icu")) stored,
  -- What the words of a search occur in. Each part begins with a blank, so that short words are found where one begins.
  add column search_text text not null generated always as (
    lower(coalesce(' ' || display_name, '') collate "und-x-icu") || coalesce(' ' || email_key, '')
    || coalesce(' ' || phone, '') || case when phone_key <> phone then ' ' || phone_key else '' end
  ) stored;
create index customer_identity_name on customer_identity (site_id, name_key, id);
create index customer_identity_search on customer_identity using gin (search_text gin_trgm_ops);
create index customer_identity_blocked on customer_identity (site_id, id) where blocked_utc is not null;

-- A handle that is written as a phone is also found without what stands between its digits.
alter table channel_binding
  add column search_text text not null generated always as (
    ' ' || lower(external_user_id collate "und-x-icu") || coalesce(' ' || lower(display_handle collate "und-x-icu"), '')
    || case when external_user_id ~ '^[+0-9 .()-]*[ .()-][+0-9 .()-]*$'
      then ' ' || translate(external_user_id, ' .()-', '') else '' end
  ) stored;
create index channel_binding_search on channel_binding using gin (search_text gin_trgm_ops);
-- With the channel, so that who has one is read from the index alone.
drop index channel_binding_identity;
create index channel_binding_identity on channel_binding (site_id, identity_id, channel);

create table customer_note (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  identity_id bigint not null,
  body text not null,
  author text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, id),
  foreign key (site_id, identity_id) references customer_identity (site_id, id) on delete cascade
);
create index customer_note_identity on customer_note (site_id, identity_id, created_utc desc, id desc);
select raise_site_wall('customer_note');

-- What was done to one customer, for the timeline.
create index audit_log_customer on audit_log (site_id, object_id, at_utc desc, id desc)
  where object_type = 'customer_identity';

-- Whether an address in lower case is a blocked customer's: of whoever has it as their email, else as a handle, else of
-- somebody who has tickets of it, as from before their email was corrected.
create function is_blocked_address(site bigint, address text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp
  as $$
    select coalesce(
      (select c.blocked_utc is not null from public.customer_identity c where c.site_id = site and c.email_key = address),
      (select c.blocked_utc is not null from public.channel_binding b
        join public.customer_identity c on c.site_id = b.site_id and c.id = b.identity_id
        where b.site_id = site and b.channel = 'email' and b.external_user_id = address),
      exists (select from public.customer_identity c where c.site_id = site and c.blocked_utc is not null
        and exists (select from public.ticket t where t.site_id = site and t.customer_identity_id = c.id
          and lower(t.requester_email) = address)))
  $$;

-- The link of a blocked customer is found like none, in the same look-up.
create or replace function find_portal_token(hash bytea, at timestamptz) returns table (site_id bigint, id bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select p.site_id, p.id from public.portal_token p
    where p.token_hash = hash and p.revoked_utc is null and p.expires_utc > at
      and not public.is_blocked_address(p.site_id, p.email_key)
  $$;
