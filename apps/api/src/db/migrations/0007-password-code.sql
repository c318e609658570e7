-- A code of six digits can be guessed, unlike the long keys in links: its tries are counted.
alter table account_key
  add column tries integer not null default 0,
  drop constraint account_key_purpose_check,
  add constraint account_key_purpose_check check (purpose in ('activation', 'password-reset', 'password-code'));
