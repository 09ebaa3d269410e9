-- Dates with hours of their own, and which state of the calendar a writer has seen.

alter table site add column calendar_version integer not null default 1;

-- A date of its own beats a holiday and the week; no window at all is closed that day.
create table calendar_override (
  site_id bigint not null references site on delete cascade,
  date date not null,
  -- [{"open_minute", "close_minute"}], in order.
  windows jsonb not null,
  primary key (site_id, date)
);

select raise_site_wall('calendar_override');
