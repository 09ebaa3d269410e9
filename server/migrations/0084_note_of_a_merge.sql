-- The note that a merge added at the survivor, for an undo.
alter table customer_merge_undo add column made_note_id bigint;
