-- A site sets prices of its own: who did, and when.
alter table ai_price add column updated_utc timestamptz(3), add column updated_by text;

-- The calls that are costed when their model gets a price.
create index ai_call_unpriced on ai_call (site_id, model, id) where not is_priced;
