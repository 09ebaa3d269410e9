-- How likely two customers of one name are one person, by how rare their name is: 100 where there is a stronger sign.
alter table customer_pair add column score smallint not null default 100;
alter table customer_pair alter column score drop default;

drop index customer_pair_order;
create index customer_pair_order on customer_pair (site_id, is_dismissed, strength, score desc, tickets desc, low_id, high_id)
  include (evidence_count);

-- Weak ones are compared anew.
insert into customer_match_queue (site_id, identity_ids)
select site_id, array_agg(low_id) from (
  select site_id, low_id, row_number() over (partition by site_id) / 1000 as part
  from (select distinct site_id, low_id from customer_pair where strength = 2) p
) t group by site_id, part;
