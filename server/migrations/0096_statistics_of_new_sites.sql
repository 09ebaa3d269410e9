-- Statistics made before a site had rows estimate none for it. Every index that begins with the site then looks as good as the
-- right one, and a look-up by a key may read all rows of the site: an import of 30,000 customers into a new site took 60 s
-- instead of 1. So tables are analyzed after fewer changes than by default (10 %), and imports check between their chunks.
do $$
declare
  name regclass;
begin
  for name in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %s set (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500)', name);
  end loop;
end $$;

drop function analyze_grown(regclass[]);
-- Analyzes those of the tables that have grown by a fifth, or in which the site has at least 1,000 rows and is estimated to have
-- fewer than 100.
create function analyze_grown(tables regclass[], site bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    declare
      candidate record;
      is_unseen boolean;
    begin
      for candidate in
        select c.oid::regclass as name, pg_relation_size(c.oid) > 1.2 * c.relpages * current_setting('block_size')::bigint as has_grown,
          s.tablename is not null and site <> all (coalesce(s.most_common_vals::text::bigint[], '{}'))
            and c.reltuples * (1 - (select coalesce(sum(f), 0) from unnest(s.most_common_freqs) f))
              < 100 * greatest(1, case when s.n_distinct < 0 then -s.n_distinct * c.reltuples else s.n_distinct end
                - coalesce(cardinality(s.most_common_freqs), 0)) as is_estimated_small
        from pg_class c
        left join pg_stats s on s.schemaname = 'public' and s.tablename = c.relname and s.attname = 'site_id'
        where c.oid = any(tables) and c.relnamespace = 'public'::regnamespace
      loop
        is_unseen := false;
        if candidate.is_estimated_small and not candidate.has_grown then
          execute format('select count(*) >= 1000 from (select from %s where site_id = $1 limit 1000) t', candidate.name)
            into is_unseen using site;
        end if;
        if candidate.has_grown or is_unseen then
          execute format('analyze (skip_locked) %s', candidate.name);
        end if;
      end loop;
    end
  $$;
revoke all on function analyze_grown from public;
grant execute on function analyze_grown to support_console_app;
