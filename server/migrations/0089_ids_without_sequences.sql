-- The next id and the next ticket number of each site. Before each write the service draws what it needs in a short
-- transaction of its own, see docs/decisions/0050-ids-from-a-row-per-site.md. Half of each page stays free for the new
-- versions of a row.
create table site_sequence (
  site_id bigint primary key references site on delete cascade,
  next_id bigint not null default 1,
  next_ticket_number integer not null default 1001 check (next_ticket_number > 0),
  -- JSON numbers and JavaScript hold no larger integer exactly.
  constraint ids_end_at_2_to_the_53 check (next_id between 1 and 9007199254740992)
) with (fillfactor = 50);

do $$
declare
  s record;
begin
  for s in select id, 'site_' || id || '_id' as ids, 'site_' || id || '_ticket_number' as numbers from site loop
    execute format('insert into site_sequence select %s, i.last_value + i.is_called::int, n.last_value + n.is_called::int from %I i, %I n',
      s.id, s.ids, s.numbers);
  end loop;
  for s in select sequencename as name from pg_sequences
    where schemaname = 'public' and sequencename ~ '^site_[0-9]+_(id|ticket_number)$'
  loop
    execute format('drop sequence %I', s.name);
  end loop;
end $$;
drop function create_site_sequences, next_id, next_ticket_number;

select enable_tenant_rls();
revoke insert, delete on site_sequence from support_console_app;
