-- The list of portal links is found by part of an address, by domain, by its end and by how often links were opened.

-- Behind row-level security no index on an expression serves a list.
alter table portal_token
  add column email_domain text not null generated always as (split_part(email_key, '@', 2)) stored;
drop index portal_token_domain;
create index portal_token_domain on portal_token (site_id, email_domain, created_utc desc, id desc);
create index portal_token_search on portal_token using gin (email_key gin_trgm_ops);
create index portal_token_expires on portal_token (site_id, expires_utc, id) include (revoked_utc);
create index portal_token_revoked on portal_token (site_id, created_utc desc, id desc) where revoked_utc is not null;
create index portal_token_unused on portal_token (site_id, created_utc desc, id desc) where use_count = 0;
create index portal_token_uses on portal_token (site_id, use_count desc, id desc);
