-- A site with a webhook subscription has a row of the kind `webhooks` in `site_due`.
insert into site_due (site_id, kind, due_utc)
select site_id, 'webhooks', min(created_utc) from webhook_subscription group by site_id;
