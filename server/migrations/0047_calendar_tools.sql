-- Holidays of every year and those that are not applied, and names of dates with hours of their own. Null: never said.

alter table calendar_holiday add column recurring boolean, add column active boolean;
alter table calendar_override add column name text;

-- As `isWithinHours` of the service, with holidays of every year.
create or replace function is_within_hours(of_site bigint, at_utc timestamptz) returns boolean language plpgsql stable as $$
declare
  local_time timestamp;
  local_minute integer;
  own_windows jsonb;
begin
  begin
    select at_utc at time zone s.time_zone into local_time from site s where s.id = of_site;
  exception when invalid_parameter_value then
    -- A zone that only the service's own data know.
    local_time := at_utc at time zone 'UTC';
  end;
  local_minute := extract(hour from local_time) * 60 + extract(minute from local_time);
  select o.windows into own_windows from calendar_override o where o.site_id = of_site and o.date = local_time::date;
  if found then
    return exists (select from jsonb_to_recordset(own_windows) w (open_minute integer, close_minute integer)
      where local_minute >= w.open_minute and local_minute < w.close_minute);
  end if;
  if exists (select from calendar_holiday h where h.site_id = of_site and h.active is not false
    and (h.date = local_time::date
      or (h.recurring and to_char(h.date, 'MM-DD') = to_char(local_time, 'MM-DD')))) then
    return false;
  end if;
  return exists (select from calendar_window w where w.site_id = of_site and w.day_of_week = extract(dow from local_time)
    and local_minute >= w.open_minute and local_minute < w.close_minute);
end $$;
