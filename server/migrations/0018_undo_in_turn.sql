-- Changes of a ticket can be undone one after the other. When the newest is put back, the one before it is the newest
-- again: its row goes on from the version that the undo left. `before_version` is what the change was made upon.
alter table ticket_undo add column before_version integer;
update ticket_undo set before_version = version - 1;
alter table ticket_undo alter column before_version set not null;

create index ticket_undo_by_version on ticket_undo (site_id, ticket_id, version) where used_utc is null;
