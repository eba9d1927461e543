-- Format 2 of the audit trail: texts lie beside the entry, whose detail has their salted hashes, and a seal covers every
-- column but xact. Earlier versions write and seal in format 1, which is the default of both columns.
alter table audit add column format smallint not null default 1;
-- JSON by the path of the field: its text, and the salt of its hash. As text, because jsonb takes no U+0000.
alter table audit add column texts text;
alter table audit_seals add column format smallint not null default 1;

-- As before, but a text may be taken from beside an entry that a later one names as erased.
create or replace function keep_audit_entry() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' and current_user = 'access_audit_pruner' and exists (
    select from audit_seals join audit_starts on audit_seals.position <= audit_starts.position
    where audit_seals.seq = old.seq
  ) then return old; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit' then
    if to_jsonb(new) - 'texts' = to_jsonb(old) - 'texts' and new.texts is distinct from old.texts
      and not exists (
        select from json_each(coalesce(new.texts, '{}')::json) as kept
        where not exists (
          select from json_each(old.texts::json) as one where one.key = kept.key and one.value::text = kept.value::text
        )
      )
      and not exists (
        select from json_each(old.texts::json) as gone
        where not exists (select from json_each(coalesce(new.texts, '{}')::json) as one where one.key = gone.key)
          and not exists (
            select from audit as erasing, json_array_elements(erasing.detail::json -> 'erased') as one
            where erasing.kind = 'audit.erased' and (one ->> 'seq')::integer = old.seq and one ->> 'field' = gone.key
          )
      )
    then return new; end if;
  end if;
  raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
end $$;
