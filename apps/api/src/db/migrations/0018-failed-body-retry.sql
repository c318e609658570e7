-- Each release tries once again to measure the bodies that earlier ones could not.
alter table part_analysis add retried_version integer;

create index part_body_failed on part_body (analysis_id) where failure is not null;
