-- The material that the customer came with. New lines of the project start with it. Not a foreign key:
-- materials belong to catalogue versions.
alter table project
  add material_id text check (length(material_id) between 1 and 60);
