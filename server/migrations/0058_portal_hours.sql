-- What a link was used for in its present hour, which begins with its first use.
alter table portal_token
  add column hour_start_utc timestamptz(3),
  add column hour_openings integer not null default 0,
  add column hour_pages integer not null default 0;
