-- One part as it is shipped, told by the expert who priced a file that no machine could read.
alter table manual_quote
  add column size_mm double precision[] check (array_length(size_mm, 1) = 3 and 0 < all (size_mm)),
  add column weight_g double precision check (weight_g > 0),
  add check (num_nonnulls(size_mm, weight_g) <> 1);
