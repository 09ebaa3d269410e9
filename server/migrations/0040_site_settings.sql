-- What a site has chosen for all who look at it, such as from when on a figure needs attention.

create table site_settings (
  site_id bigint primary key references site on delete cascade,
  settings jsonb not null,
  version integer not null,
  updated_utc timestamptz(3) not null,
  -- The label of the token.
  updated_by text not null
);

select raise_site_wall('site_settings');
