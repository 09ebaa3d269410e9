-- Which customers an import made: its undo removes those that nothing came to since.
alter table bind_job_part
  add column minted_ids bigint[] not null default '{}',
  -- Customers whose handles this part's undo unbound although messages had come on them.
  add column kept_ids bigint[] not null default '{}',
  -- How many of the minted ones the undo has looked at so far, and how many of those it removed.
  add column judged integer not null default 0,
  add column removed integer not null default 0;

-- Imports of before: a customer who was first seen in the very call that bound a row of it, which made all of its
-- customers with one time.
with minted as (
  select distinct on (p.site_id, c.id) p.site_id, p.job_id, p.id as part_id, c.id
  from bind_job j
  join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
  cross join lateral unnest(p.identity_ids) as u (id)
  join customer_identity c on c.site_id = p.site_id and c.id = u.id and c.first_seen_utc = j.created_utc
  where j.undone_utc is null
  order by p.site_id, c.id, p.id
), lists as (
  select site_id, job_id, part_id, array_agg(id order by id) as ids from minted group by 1, 2, 3
)
update bind_job_part p set minted_ids = l.ids from lists l
where p.site_id = l.site_id and p.job_id = l.job_id and p.id = l.part_id;
