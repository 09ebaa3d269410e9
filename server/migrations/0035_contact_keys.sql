-- Phones match by the country of the site, and names without regard to accents.

-- `keys_made_for`: for which rules and country the stored keys of the site's rows were made; where it is not what it
-- should be, the service makes them anew in steps.
alter table site add column country text, add column keys_made_for text not null default '';

-- Now by the country, which no generated column knows: written with the ticket.
alter table ticket alter column requester_phone_key drop expression;

-- In lower case and without accents, as `plainText` of contract/folded-text.ts. Not strict, so that it can be inlined;
-- most text is ASCII, and is known by its length.
create function plain_text(raw text) returns text language sql immutable parallel safe as $$
  select case when octet_length(raw) = char_length(raw) then lower(raw collate "C") collate "und-x-icu" else
    replace(replace(replace(replace(translate(
      normalize(regexp_replace(normalize(lower(raw collate "und-x-icu"), nfd), '[\u0300-\u036f]', '', 'g'), nfc),
      'øłđðıς', 'olddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
$$;

-- Behind a blank, the words of a text as they are written where nobody has umlauts, and as they are without the `e` of an
-- umlaut, where that is something else.
create function other_spellings(raw text) returns text language sql immutable parallel safe as $$
  select coalesce((
    select ' ' || string_agg(distinct o.word collate "C", ' ')
    from (
      select w.word, plain_text(w.word) as plain
      from regexp_split_to_table(lower(normalize(raw, nfc) collate "und-x-icu"), '[ \t\n\r\f\v]+') as w (word)
      where strpos(w.word, '@') <= 1 and (octet_length(w.word) > char_length(w.word) or w.word ~ '[aou]e') offset 0
    ) w cross join lateral unnest(array[
      plain_text(replace(replace(replace(replace(replace(w.word, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa')),
      replace(replace(regexp_replace(w.plain, '(^|[^aeq])ue', '\1u', 'g'), 'ae', 'a'), 'oe', 'o')
    ]) as o (word)
    where o.word <> w.plain), '')
$$;

-- As `foldedText` of contract/folded-text.ts.
create function folded_text(raw text) returns text language sql immutable parallel safe as $$
  select case when octet_length(raw) = char_length(raw) and raw !~ '[aouAOU][eE]'
    then lower(raw collate "C") collate "und-x-icu"
    else plain_text(raw) || other_spellings(raw) end
$$;

-- Each part begins with a blank, so that short words are found where one begins; names end with one, so that a word is
-- found as a whole.
alter table customer_identity drop column search_text;
alter table customer_identity add column search_text text not null generated always as (
  coalesce(' ' || folded_text(display_name) || ' ', '') || coalesce(' ' || plain_text(email_key), '')
  || coalesce(' ' || phone, '') || case when phone_key <> phone then ' ' || phone_key else '' end
) stored;
create index customer_identity_search on customer_identity using gin (search_text gin_trgm_ops);

alter table channel_binding drop column search_text;
alter table channel_binding add column search_text text not null generated always as (
  ' ' || plain_text(external_user_id) || coalesce(' ' || folded_text(display_handle) || ' ', '')
  || case when external_user_id ~ '^[+0-9 .()/-]*[ .()/-][+0-9 .()/-]*$'
    then ' ' || translate(external_user_id, ' .()/-', '') else '' end
) stored;
create index channel_binding_search on channel_binding using gin (search_text gin_trgm_ops);

-- Customers whose names are now the same as others' are compared again.
insert into customer_match_queue (site_id, identity_ids)
select site_id, array_agg(id) from (
  select site_id, id, row_number() over (partition by site_id order by id) / 1000 as part from customer_identity
  where octet_length(display_name) > char_length(display_name) or display_name ~ '[aouAOU][eE]'
) c group by site_id, part;
