-- In the order by time, customers without a ticket come behind those who wrote: an import of handles made many of them at once.
drop index customer_identity_recent;
create index customer_identity_recent on customer_identity (site_id, least(ticket_count, 1) desc, last_seen_utc desc, id);
