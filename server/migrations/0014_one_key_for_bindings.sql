-- A binding has its site by its customer, whose key is checked; checking the site for itself is a third of the writing.

alter table channel_binding drop constraint channel_binding_site_id_fkey;
