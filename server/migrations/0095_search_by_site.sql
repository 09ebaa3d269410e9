-- The site in each index of a search: without it a word is looked up in the rows of all sites, and those of the others are
-- dropped afterwards. A site of 2,000 tickets among 600,000: 33 ms for a common word before, 9 ms now.
create extension if not exists btree_gin;

drop index customer_identity_search;
create index customer_identity_search on customer_identity using gin (site_id, search_text gin_trgm_ops);
drop index channel_binding_search;
create index channel_binding_search on channel_binding using gin (site_id, search_text gin_trgm_ops);
drop index ticket_search;
create index ticket_search on ticket using gin (site_id, search_text gin_trgm_ops);
drop index ticket_comment_search;
create index ticket_comment_search on ticket_comment using gin (site_id, body collate "C" gin_trgm_ops);
drop index visitor_search;
create index visitor_search on visitor using gin (site_id, search_text gin_trgm_ops);
drop index chat_message_search;
create index chat_message_search on chat_message using gin (site_id, text gin_trgm_ops);
drop index portal_token_search;
create index portal_token_search on portal_token using gin (site_id, email_key gin_trgm_ops);
