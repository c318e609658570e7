-- The command palette finds projects by name. Where the extension cannot be installed, it reads the whole table.
do $$
begin
  create extension if not exists pg_trgm;
  create index project_name_search on project using gin (search_text(name) gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searches for projects read the whole table';
end $$;
