-- What prices rest on, version by version. `json` and not `jsonb`: a version is read back byte for byte as it was published,
-- its keys in their order, for as long as there are quotes that were priced with it.
create table catalogue_version (
  version text primary key check (version ~ '^\d{4}-\d{2}-\d{2}\.[1-9]\d{0,3}$'),
  content json not null,
  content_hash bytea not null check (length(content_hash) = 32),
  author text not null check (length(author) between 1 and 80),
  comment text not null default '' check (length(comment) <= 500),
  created_at timestamptz not null,
  -- Null while it is a draft.
  valid_from timestamptz
);
create index catalogue_version_validity on catalogue_version (valid_from);

-- Quotes are priced again with the version they remember: nobody may change or remove one that was published.
create function keep_published_catalogue() returns trigger language plpgsql as $$
begin
  raise exception 'a published catalogue never changes' using errcode = 'restrict_violation';
end
$$;

create trigger catalogue_version_kept before update or delete on catalogue_version
  for each row when (old.valid_from is not null) execute function keep_published_catalogue();
create trigger catalogue_version_not_emptied before truncate on catalogue_version
  for each statement execute function keep_published_catalogue();
