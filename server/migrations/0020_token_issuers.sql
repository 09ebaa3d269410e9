-- Which token issued a token; null where an admin command did.

alter table api_token add column issued_by_token_id bigint;
