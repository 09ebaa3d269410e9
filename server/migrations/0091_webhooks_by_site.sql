-- Which sites have something due, by kind of work, so that a node finds them without a scan of all sites. A site with a
-- webhook subscription has a row of the kind `webhooks`.
create table if not exists site_due (
  site_id bigint not null references site on delete cascade,
  kind text not null,
  due_utc timestamptz(3) not null,
  primary key (site_id, kind)
);
create index if not exists site_due_kind on site_due (kind, due_utc);

insert into site_due (site_id, kind, due_utc)
select site_id, 'webhooks', min(created_utc) from webhook_subscription group by site_id;

select enable_tenant_rls();
