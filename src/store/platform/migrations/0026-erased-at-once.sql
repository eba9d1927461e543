-- What is erased from the trail is checked once for a statement, not once for each entry: a check reads everything that was ever
-- erased, so that forgetting somebody took the square of their entries. What is allowed is as before.
create or replace function keep_audit_entry() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' and current_user = 'access_audit_pruner' and exists (
    select from audit_seals join audit_starts on audit_seals.position <= audit_starts.position
    where audit_seals.seq = old.seq
  ) then return old; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit' and tg_level = 'STATEMENT' then
    -- Joined once, in full: such a join is never done row by row.
    if not exists (
      with pairs as materialized (
        select seq, before.texts as texts_before, after.texts as texts_after, after.detail is distinct from before.detail as is_blanked,
          -- Nothing else changes than the texts beside an entry, or the detail of an entry of format 1, which is blanked.
          coalesce(
            to_jsonb(after) - 'texts' = to_jsonb(before) - 'texts' and after.texts is distinct from before.texts
            or to_jsonb(after) - 'detail' = to_jsonb(before) - 'detail' and before.format = 1
              and after.detail = '{}' and before.detail <> '{}',
            false
          ) as is_erasure
        from entries_before as before full join entries_after as after using (seq)
      ),
      refused as (
        select seq, '' as field from pairs where not is_erasure
        union all
        -- A text that stays is the same as before.
        select seq, kept.key from pairs cross join json_each(coalesce(texts_after, '{}')::json) as kept
        where texts_after is distinct from texts_before and not exists (
          select from json_each(texts_before::json) as one where one.key = kept.key and one.value::text = kept.value::text
        )
      ),
      gone as (
        select seq, one.key as field from pairs cross join json_each(texts_before::json) as one
        where texts_after is distinct from texts_before and not exists (
          select from json_each(coalesce(texts_after, '{}')::json) as kept where kept.key = one.key
        )
        union all
        select seq, '' from pairs where is_blanked
      ),
      -- What goes is named by an entry; a detail by the empty field.
      unnamed as (
        select seq, field from gone
        except
        select (one ->> 'seq')::integer, one ->> 'field'
        from audit as erasing, json_array_elements(erasing.detail::json -> 'erased') as one
        where erasing.kind = 'audit.erased'
      )
      select from refused union all select from unnamed
    )
    then return null; end if;
  end if;
  raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
end $$;

drop trigger keep_rows on audit;
create trigger keep_rows before delete on audit for each row execute function keep_audit_entry();
create trigger keep_erasures after update on audit referencing old table as entries_before new table as entries_after
  for each statement execute function keep_audit_entry();
