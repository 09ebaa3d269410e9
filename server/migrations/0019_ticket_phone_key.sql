-- The matched form of a ticket's phone, as `phoneKey` of contract/contact-keys.ts has it. A stored column: behind
-- row-level security no index on an expression serves a list.
alter table ticket add column requester_phone_key text generated always as (
  nullif(nullif(regexp_replace(
    translate(requester_phone,
      E' \t\n\u000b\f\r.-()[]\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2010\u2011\u2028\u2029\u202f\u205f\u3000\ufeff', ''),
    '^00', '+'), ''), '+')
) stored;
create index ticket_phone on ticket (site_id, requester_phone_key, created_utc desc, id desc)
  where requester_phone_key is not null;
