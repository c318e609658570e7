-- A body that could not be measured becomes a line of its own, which an expert quotes. It has a reason
-- instead of figures.
alter table part_body
  alter measures drop not null,
  alter facts drop not null,
  add failure jsonb,
  add constraint part_body_outcome check (
    case when failure is null then num_nulls(measures, facts) = 0 else num_nonnulls(measures, facts) = 0 end
  );

-- A release that measures differently reads a content again. Lines that were quoted before keep the
-- reading they have.
alter table part_analysis
  add version integer not null default 1,
  drop constraint part_analysis_sha256_unit_key,
  add constraint part_analysis_reading unique (sha256, unit, version);
