-- Duplicates are looked up when a customer is open, and listed by a nightly search, so that nothing follows every change of
-- a customer, a handle, a visitor or a chat.

drop trigger customer_match_new on customer_identity;
drop trigger customer_match_changed on customer_identity;
drop trigger channel_binding_match_new on channel_binding;
drop trigger channel_binding_match_changed on channel_binding;
drop trigger channel_binding_match_left on channel_binding;
drop trigger channel_binding_match_gone on channel_binding;
drop trigger visitor_match_new on visitor;
drop trigger visitor_match_changed on visitor;
drop trigger visitor_match_left on visitor;
drop trigger visitor_match_gone on visitor;
drop trigger chat_session_match_new on chat_session;
drop trigger chat_session_match_changed on chat_session;
drop trigger chat_session_match_left on chat_session;
drop trigger chat_session_match_gone on chat_session;
drop function queue_customers, queue_customers_of_bindings, queue_changed_customer, queue_customer_of_new_row,
  queue_customer_of_old_row;
drop table customer_match_queue, customer_match_key;

-- The last nine digits: the same with and without a country code. Null without digits.
create function phone_tail(phone text) returns text language sql immutable parallel safe as $$
  select nullif(right(ltrim(regexp_replace(replace(phone, '(0)', ''), '\D', '', 'g'), '0'), 9), '')
$$;

-- The address without a plus tag, which many mailboxes ignore.
create function untagged_email(email text) returns text language sql immutable parallel safe as $$
  select regexp_replace(email, '^([^+]+)\+.*@', '\1@')
$$;

-- Columns instead of expressions, because row-level security keeps a look-up from using an index on an expression.
-- `untagged_email` is null for an address without a tag, which is its own.
alter table customer_identity
  add column phone_tail text generated always as (phone_tail(phone_key)) stored,
  add column untagged_email text generated always as (nullif(untagged_email(email_key), email_key)) stored;
create index customer_identity_phone_tail on customer_identity (site_id, phone_tail) where phone_tail is not null;
create index customer_identity_untagged on customer_identity (site_id, untagged_email) where untagged_email is not null;

-- What may belong to another customer too: a phone, an address, or the public name of an account, such as
-- `instagram @lena.rides`.
alter table channel_binding
  add column match_key text generated always as (
    case
      when channel in ('whatsapp', 'sms') then phone_tail(external_user_id)
      when channel = 'email' then untagged_email(lower(external_user_id))
      when btrim(display_handle) ~ '^\S{4,}$' and btrim(display_handle) ~ '^@|[0-9_.]'
        then channel || ' ' || lower(btrim(display_handle))
    end) stored;
create index channel_binding_match on channel_binding (site_id, match_key) where match_key is not null;

-- Pairs as of the last search. Evidence is compared again whenever a pair is shown.
alter table customer_pair drop column evidence, drop column is_dismissed, drop column only_hash;
create index customer_pair_order on customer_pair (site_id, strength, tickets desc, low_id, high_id);

-- The last complete search for duplicates over all customers of a site.
create table duplicate_search (
  site_id bigint not null primary key references site on delete cascade,
  begun_utc timestamptz(3) not null
);

select enable_tenant_rls();
