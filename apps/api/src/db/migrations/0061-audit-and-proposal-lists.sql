-- The audit and proposals are lists of the back office: each filter that staff begin with has an index that goes
-- on with the sort. Subjects are looked up by their id alone, and listed by their kind alone.
create index audit_entry_subject_id on audit_entry (subject_id, position);
create index audit_entry_subject_kind on audit_entry (subject_kind, position);
drop index audit_entry_subject;

create index proposal_page on proposal (proposed_at, id);
drop index proposal_proposed;

-- Where the extension cannot be installed, searches read whole tables.
do $$
begin
  create extension if not exists pg_trgm;
  create index audit_reason_search on audit_reason using gin (search_text(reason) gin_trgm_ops);
  create index staff_member_name_search on staff_member using gin (search_text(name) gin_trgm_ops);
  create index proposal_code_search on proposal using gin (search_text(action ->> 'code') gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searches in the audit and in proposals read whole tables';
end $$;
