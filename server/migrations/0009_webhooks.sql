-- Who wants to hear of events, what is to be sent to them, and each attempt to send it.

create table webhook_subscription (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  url text not null,
  description text,
  events text[] not null,
  include_pii boolean not null,
  state text not null check (state in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  disabled_utc timestamptz(3),
  -- The secret is derived from the service's key of this id and the nonce. The pair before signs too until the overlap ends.
  key_id text not null,
  nonce text not null,
  old_key_id text,
  old_nonce text,
  overlap_until_utc timestamptz(3),
  -- Attempts that failed since one succeeded, and when the first of them was.
  failures_in_row integer not null default 0,
  failing_since_utc timestamptz(3),
  -- After ten failures in a row: nothing is sent before this.
  probe_utc timestamptz(3),
  last_delivery_utc timestamptz(3),
  created_utc timestamptz(3) not null,
  updated_utc timestamptz(3) not null,
  primary key (site_id, id),
  check ((state = 'disabled') = (disabled_reason is not null))
);
create index webhook_subscription_active on webhook_subscription (site_id) where state = 'active';
create index webhook_subscription_created on webhook_subscription (site_id, created_utc desc, id desc);

-- The outbox and its log: written in the transaction of the write that it tells of.
create table webhook_delivery (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  subscription_id bigint not null,
  message_id text not null,
  event_type text not null,
  -- The very text that is signed and sent; taken away after a week.
  body text,
  is_test boolean not null default false,
  state text not null check (state in ('pending', 'delivering', 'succeeded', 'failed', 'cancelled')),
  attempt_count integer not null default 0,
  last_http_status integer,
  last_error_code text,
  last_failed_utc timestamptz(3),
  -- When the next attempt is due, or the last one was.
  scheduled_utc timestamptz(3) not null,
  -- When somebody may take it: the next attempt, or the end of the lease of who has it; null when it is finished.
  due_utc timestamptz(3),
  lease text,
  replay_of bigint,
  request_id text,
  created_utc timestamptz(3) not null,
  finished_utc timestamptz(3),
  primary key (site_id, id),
  foreign key (site_id, subscription_id) references webhook_subscription (site_id, id) on delete cascade,
  check ((due_utc is not null) = (state in ('pending', 'delivering'))),
  check ((lease is not null) = (state = 'delivering'))
);
create index webhook_delivery_due on webhook_delivery (site_id, subscription_id, due_utc, id) where due_utc is not null;
create index webhook_delivery_busy on webhook_delivery (site_id, subscription_id) where state = 'delivering';
create index webhook_delivery_created on webhook_delivery (site_id, created_utc desc, id desc);
create index webhook_delivery_subscription on webhook_delivery (site_id, subscription_id, created_utc desc, id desc);
create index webhook_delivery_failed on webhook_delivery (site_id, last_failed_utc) where last_failed_utc is not null;
create index webhook_delivery_replay on webhook_delivery (site_id, replay_of) where replay_of is not null;

create table webhook_attempt (
  site_id bigint not null references site on delete cascade,
  delivery_id bigint not null,
  attempt integer not null,
  scheduled_utc timestamptz(3) not null,
  started_utc timestamptz(3) not null,
  duration_ms integer not null,
  http_status integer,
  error_code text,
  -- The first kilobyte of what came back, without control characters.
  response_excerpt text,
  resolved_ip text,
  primary key (site_id, delivery_id, attempt),
  foreign key (site_id, delivery_id) references webhook_delivery (site_id, id) on delete cascade
);

select raise_site_wall('webhook_subscription', 'webhook_delivery', 'webhook_attempt');
