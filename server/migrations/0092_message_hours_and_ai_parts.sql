-- Failed calls are read by their index, and successful ones are the rest of the daily totals: no sums by part are kept.
drop table ai_part_day, ai_part_latency_day;

-- Messages that went out are counted by hour too, so that no figure of a month reads the messages.
insert into counter (site_id, is_total, name, key, n)
select site_id, true, 'outbound', channel || ' ' || to_char(created_utc at time zone 'UTC', 'YYYY-MM-DD"T"HH24'), count(*)
from channel_message where direction = 'out' and channel <> 'web' group by 1, 4;
