-- Reading tokens and the audit log by the API: every token expires, and each filter of the log finds its lines in order.

alter table api_token alter column expires_utc set not null;
create index api_token_created on api_token (site_id, created_utc desc, id desc);

create index audit_log_token on audit_log (site_id, token_id, at_utc desc, id desc) where token_id is not null;
create index audit_log_action on audit_log (site_id, action, at_utc desc, id desc);
create index audit_log_object on audit_log (site_id, object_type, object_id, at_utc desc, id desc);
create index audit_log_trouble on audit_log (site_id, outcome, at_utc desc, id desc) where outcome <> 'ok';
