-- The figures of health of each hour, and how the self-tests went.

create table health_snapshot (
  site_id bigint not null references site on delete cascade,
  -- The beginning of its UTC hour, which has one at most.
  hour_utc timestamptz(3) not null,
  at_utc timestamptz(3) not null,
  -- As GET health_history answers them.
  figures jsonb not null,
  primary key (site_id, hour_utc)
);
-- What is past its time, over all sites.
create index health_snapshot_age on health_snapshot (hour_utc);

create table self_test_run (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  name text not null check (name in ('ai_usage', 'channel_foundation')),
  ok boolean not null,
  at_utc timestamptz(3) not null,
  round_trip_ms integer not null,
  error text,
  primary key (site_id, id)
);
create index self_test_run_time on self_test_run (site_id, name, at_utc desc, id desc);

select raise_site_wall('health_snapshot', 'self_test_run');
