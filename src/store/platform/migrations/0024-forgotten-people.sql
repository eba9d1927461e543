-- Who was forgotten, by keyed pseudonyms, so that a restore from an earlier copy erases them again.
create table forgotten_people (
  pseudonym text primary key,
  at timestamptz not null
);

-- As before, but the detail of an entry of format 1, which has its texts in it, may be blanked if a later entry names it as a whole.
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
    if to_jsonb(new) - 'detail' = to_jsonb(old) - 'detail' and old.format = 1 and new.detail = '{}'
      and exists (
        select from audit as erasing, json_array_elements(erasing.detail::json -> 'erased') as one
        where erasing.kind = 'audit.erased' and (one ->> 'seq')::integer = old.seq and one ->> 'field' = ''
      )
    then return new; end if;
  end if;
  raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
end $$;
