-- The address under which the installation serves customers. A copy of the database with another one
-- holds its mails.
create table installation (
  is_only boolean primary key default true check (is_only),
  public_url text not null,
  recorded_at timestamptz not null
);
