-- What people write on the days of a chart.
create table chart_note (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  chart text not null check (chart in ('csat', 'ai')),
  date date not null,
  text text not null,
  author text not null,
  created_utc timestamptz(3) not null,
  primary key (site_id, id)
);
create index chart_note_date on chart_note (site_id, date desc, id desc);
select raise_site_wall('chart_note');
