-- A file of handles that is sent in several calls: each part is a `bind_job` of its own, all of one import.

alter table bind_job
  add column batch_id uuid,
  -- The part of its import that was recorded first, which names all of them; its own id where it is the only one.
  add column first_id bigint,
  -- Of a batch: where the part begins in the whole file, and the hash of its own bytes.
  add column line_offset integer not null default 0,
  add column part_sha256 text,
  -- From then on none of its rows is bound any more.
  add column undo_begun_utc timestamptz(3);

update bind_job set first_id = id, undo_begun_utc = undone_utc;
alter table bind_job alter column first_id set not null;

create unique index bind_job_batch on bind_job (site_id, batch_id, line_offset) where batch_id is not null;
create index bind_job_parts on bind_job (site_id, first_id);
drop index bind_job_created;
create index bind_job_created on bind_job (site_id, created_utc desc, id desc) where id = first_id;

-- Which lines a transaction recorded: pages are found by it, and no line is recorded twice.
alter table bind_job_part add column first_line integer, add column last_line integer;
update bind_job_part set
  first_line = coalesce((select min(line) from unnest(lines) as line), 0),
  last_line = coalesce((select max(line) from unnest(lines) as line), 0);
alter table bind_job_part alter column first_line set not null, alter column last_line set not null;
