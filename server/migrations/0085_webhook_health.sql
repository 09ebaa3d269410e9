-- How each webhook did in the last day: its deliveries that were accepted and those that failed, by when that was.
create index webhook_delivery_accepted on webhook_delivery (site_id, subscription_id, finished_utc desc, id)
  where state = 'succeeded';
create index webhook_delivery_last_failure on webhook_delivery (site_id, subscription_id, last_failed_utc)
  where last_failed_utc is not null;
