-- The password of the demo accounts, which every server with demo data prints at its start. Servers with
-- folders of their own would otherwise replace each other's. Empty on installations without demo data.
create table demo_password (
  -- One row at most.
  is_only boolean primary key default true check (is_only),
  password text not null,
  created_at timestamptz not null
);
