-- The words of a text, each once behind a blank, as `sourceWords` of server/saved-replies/source-words.ts: without accents, of
-- at least 3 letters or with a digit, `E-21` as `e21`.
create function distinct_words(raw text) returns text language sql immutable parallel safe as $$
  select coalesce((
    select ' ' || string_agg(distinct w.word collate "C", ' ')
    from regexp_split_to_table(regexp_replace(plain_text(raw), '([[:alpha:]])-([[:digit:]])', '\1\2', 'g'), '[^[:alnum:]]+') as w (word)
    where char_length(w.word) between 3 and 40 or char_length(w.word) = 2 and w.word ~ '[[:digit:]]'), '')
$$;

-- Texts that agents insert into replies. Imported ones keep the id that the earlier system had.
create table saved_reply (
  site_id bigint not null references site on delete cascade,
  id bigint not null,
  external_id text,
  title text not null,
  body text not null,
  used_count integer not null default 0,
  author text not null,
  version integer not null default 1,
  created_utc timestamptz(3) not null,
  updated_utc timestamptz(3) not null,
  words text generated always as (distinct_words(title || ' ' || body)) stored,
  primary key (site_id, id),
  unique (site_id, external_id)
);

insert into saved_reply (site_id, id, external_id, title, body, author, created_utc, updated_utc)
select site_id, id, external_id, name, body, 'Import', created_utc, created_utc from macro;
drop table macro;

alter table article add column words text generated always as (distinct_words(title || ' ' || body)) stored;

-- What became of a draft of the copilot, by the comment that was sent instead of it or with it.
create table draft_use (
  site_id bigint not null references site on delete cascade,
  call_id bigint not null,
  comment_id bigint not null,
  use text not null check (use in ('as_is', 'edited', 'discarded')),
  primary key (site_id, call_id),
  unique (site_id, comment_id),
  foreign key (site_id, call_id) references ai_call (site_id, id) on delete cascade,
  foreign key (site_id, comment_id) references ticket_comment (site_id, id) on delete cascade
);

select enable_tenant_rls();
