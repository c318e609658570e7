-- Tokens of visitors are free, so limits count all tokens of a network together: the digest of the
-- network that asked for the token. Empty for customers, staff and tokens of earlier releases.
alter table session
  add network text;
create index session_network on session (network) where network is not null;

-- When bytes of an upload last arrived. One that is only announced takes no place of others.
alter table upload
  add bytes_at timestamptz;
create index upload_arriving on upload (bytes_at) where state in ('uploading', 'received');
