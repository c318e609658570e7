-- Parcels are found by their tracking number. Where the extension cannot be installed, all are read.
do $$
begin
  create extension if not exists pg_trgm;
  create index parcel_tracking_search on parcel using gin (tracking_number gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searches for parcels read the whole table';
end $$;
