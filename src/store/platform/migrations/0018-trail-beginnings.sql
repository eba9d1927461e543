-- From here on a trail without a beginning was emptied. The beginning of a chain that is there already is made with this
-- migration, in its transaction (begin-trail.ts).

-- The few entries that tell about the trail itself are found without reading all of it.
create index audit_about_itself on audit (kind, seq)
  where kind in ('audit.begun', 'audit.chain-started', 'audit.erased', 'database.restored');
