-- CSAT is counted from its answers, and the response rate from the tickets.

drop trigger csat_tally_new on csat_response;
drop trigger csat_tally_changed on csat_response;
drop trigger csat_tally_gone on csat_response;
drop trigger resolved_tally_new on ticket;
drop trigger resolved_tally_changed on ticket;
drop trigger resolved_tally_gone on ticket;
drop function tally_new_answers, tally_changed_answers, tally_gone_answers, tally_new_resolved, tally_changed_resolved,
  tally_gone_resolved, csat_slots, tally_slots;
drop table csat_tally, resolved_tally;

-- The response rate reads an index of tickets alone: when each was resolved, and whether it has an answer.
alter table csat_response drop column ticket_resolved_utc;
alter table ticket add column is_rated boolean not null default false;
update ticket t set is_rated = true from csat_response c where c.site_id = t.site_id and c.ticket_id = t.id;
create index ticket_resolved on ticket (site_id, resolved_utc) include (is_rated) where resolved_utc is not null;

-- Covers every count, so that a year of answers is counted without reading their rows.
drop index csat_response_created, csat_response_score, csat_response_reviewed;
create index csat_response_created on csat_response (site_id, created_utc desc, id desc)
  include (score, review, priority, channel, assignee_agent_id, first_reply, within_hours, handled_by);
