-- Whether a call of others ran while a hard cap was used up is no longer recorded: nothing shows it.
drop function ai_over_cap(bigint, timestamptz, bigint);
alter table ai_call drop column over_cap;
alter table ai_usage_day drop column over_cap, drop column over_cap_usd;
alter table ai_part_day drop column over_cap, drop column over_cap_usd;
