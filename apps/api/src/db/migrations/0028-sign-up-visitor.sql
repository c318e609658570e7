-- The visitor's session that an account was created in. Activation in another browser has no such
-- session, and must still find the project that the visitor wanted to order. Empty once activated.
alter table customer
  add signup_visitor_hash bytea;
