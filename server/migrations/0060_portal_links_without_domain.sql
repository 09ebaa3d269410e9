-- No list and no revocation selects links by the domain of their address.

alter table portal_token drop column email_domain;
