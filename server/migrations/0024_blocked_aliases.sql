-- The addresses of merged customers are those of the customer whom they were merged into. Old addresses are looked for
-- from the few who are blocked to their tickets, never through all tickets of a site.
create or replace function is_blocked_address(site bigint, address text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp
  as $$
    select coalesce(
      (select c.blocked_utc is not null from public.customer_identity c where c.site_id = site and c.email_key = address),
      (select c.blocked_utc is not null from public.customer_alias a
        join public.customer_identity c on c.site_id = a.site_id and c.id = a.identity_id
        where a.site_id = site and a.kind = 'email' and a.key = address order by a.id desc limit 1),
      (select c.blocked_utc is not null from public.channel_binding b
        join public.customer_identity c on c.site_id = b.site_id and c.id = b.identity_id
        where b.site_id = site and b.channel = 'email' and b.external_user_id = address),
      exists (select from (
          select c.id from public.customer_identity c where c.site_id = site and c.blocked_utc is not null offset 0
        ) blocked
        where exists (select from public.ticket t where t.site_id = site and t.customer_identity_id = blocked.id
          and lower(t.requester_email) = address offset 0)))
  $$;
