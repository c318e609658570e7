-- What customers send. The content hash names the bytes: the same ones are stored and analysed once, whoever sent them.
create table file_content (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  stored_at timestamptz not null,
  -- Set when retention has taken the bytes; sending them again clears it.
  removed_at timestamptz
);

-- One reading of a content; an STL file is read anew for every unit that a customer says it has ('' = none was said).
create table part_analysis (
  id uuid primary key default gen_random_uuid(),
  sha256 text not null references file_content,
  unit text not null check (unit in ('', 'mm', 'cm', 'm', 'inch', 'foot')),
  state text not null check (state in ('queued', 'running', 'done', 'refused')),
  -- Whose turn it takes: nobody's files wait behind all files of somebody else (GEO-4).
  asked_by text not null,
  attempts integer not null default 0,
  queued_at timestamptz not null,
  started_at timestamptz,
  -- A worker that shows no life until then has died, and another takes over.
  lease_until timestamptz,
  finished_at timestamptz,
  summary jsonb,
  refusal jsonb,
  -- Set when retention has taken the meshes; the file is read again when it comes back.
  meshes_removed_at timestamptz,
  unique (sha256, unit)
);
create index part_analysis_waiting on part_analysis (asked_by, queued_at) where state in ('queued', 'running');
create index part_analysis_finished on part_analysis (finished_at);

-- One distinct body of an analysed file. `measures` is what every price asks; `facts` is all the rest, some hundred kilobytes at worst.
create table part_body (
  analysis_id uuid not null references part_analysis on delete cascade,
  body_index integer not null,
  name text not null,
  per_file integer not null check (per_file > 0),
  fingerprint text not null,
  measures jsonb not null,
  facts jsonb not null,
  thumbnail_id text unique check (thumbnail_id ~ '^[0-9a-f]{32}$'),
  primary key (analysis_id, body_index)
);

create table upload (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references customer on delete cascade,
  -- Digest of the temporary token, until a login takes over.
  visitor_hash bytea check (length(visitor_hash) = 32),
  purpose text not null check (purpose in ('part', 'attachment')),
  name text not null check (length(name) between 1 and 200),
  bytes bigint not null check (bytes between 1 and 1073741824),
  state text not null check (state in ('uploading', 'received', 'analysing', 'done', 'failed', 'expired')),
  refusal jsonb,
  sha256 text references file_content,
  unit text not null default '' check (unit in ('', 'mm', 'cm', 'm', 'inch', 'foot')),
  analysis_id uuid references part_analysis,
  -- Who wants a mail when the analysis is over.
  notify_email text,
  notify_language text check (notify_language in ('fr', 'en')),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- The customer was told that it goes soon.
  warned_at timestamptz,
  check (num_nonnulls(customer_id, visitor_hash) = 1)
);
create index upload_customer on upload (customer_id, created_at desc);
create index upload_visitor on upload (visitor_hash);
create index upload_content on upload (sha256);
create index upload_analysis on upload (analysis_id);
create index upload_untold on upload (id) where notify_email is not null;
create index upload_last_use on upload (last_used_at) where state in ('done', 'failed', 'uploading');

create table project (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references customer on delete cascade,
  visitor_hash bytea check (length(visitor_hash) = 32),
  name text not null check (length(name) between 1 and 120),
  service text not null check (service in ('3d-printing', 'cnc', 'vacuum-casting')),
  -- Grows with every change of the project or a line.
  revision integer not null default 1,
  -- All its prices rest on this version and hold until `valid_until` (MON-6).
  catalogue_version text not null references catalogue_version,
  priced_at timestamptz not null,
  valid_until timestamptz not null,
  share_hash bytea unique check (length(share_hash) = 32),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (num_nonnulls(customer_id, visitor_hash) = 1)
);
create index project_customer on project (customer_id, updated_at desc);
create index project_visitor on project (visitor_hash);

create table quote_line (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references project on delete cascade,
  upload_id uuid not null references upload,
  -- Null until the file is analysed.
  body_index integer,
  position integer not null,
  name text not null check (length(name) between 1 and 200),
  configuration jsonb,
  comment text not null default '' check (length(comment) <= 2000),
  -- Faults, findings and price as the server found them, with all that they were found from.
  verdict jsonb,
  line_minor bigint,
  -- The figures before the file was replaced by a revised one.
  revision jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index quote_line_project on quote_line (project_id, position);
create index quote_line_upload on quote_line (upload_id);

create table line_attachment (
  line_id uuid not null references quote_line on delete cascade,
  upload_id uuid not null references upload,
  position integer not null,
  primary key (line_id, upload_id)
);
create index line_attachment_upload on line_attachment (upload_id);

-- Who accepted which risk, when, and what it was at that moment. Taking it back leaves the record.
create table finding_acceptance (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references quote_line on delete cascade,
  rule text not null,
  finding jsonb not null,
  accepted_by text not null,
  customer_id uuid references customer on delete set null,
  accepted_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index finding_acceptance_once on finding_acceptance (line_id, rule) where withdrawn_at is null;

create table manual_quote (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references quote_line on delete cascade,
  state text not null check (state in ('asked', 'answered', 'declined', 'withdrawn')),
  question text not null,
  email text not null,
  language text not null check (language in ('fr', 'en')),
  -- What the price is for: another configuration or file is another question.
  subject jsonb not null,
  asked_at timestamptz not null,
  unit_minor bigint check (unit_minor > 0),
  working_days integer check (working_days > 0),
  note text not null default '',
  answered_by text,
  answered_at timestamptz
);
create unique index manual_quote_open on manual_quote (line_id) where state <> 'withdrawn';
