-- The id that a customer had in the system that they were imported from: a second run of the same file skips them.
-- A merge deletes the row with the customer; the next run finds the survivor by email or phone and adds it again.
create table imported_customer (
  site_id bigint not null references site on delete cascade,
  external_id text not null,
  identity_id bigint not null,
  primary key (site_id, external_id),
  foreign key (site_id, identity_id) references customer_identity (site_id, id) on delete cascade
);
create index imported_customer_identity on imported_customer (site_id, identity_id);

select enable_tenant_rls();
