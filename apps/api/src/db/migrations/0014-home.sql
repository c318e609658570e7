-- The user home reads the newest open orders of a customer who may have thousands of closed ones.
create index customer_order_open on customer_order (customer_id, placed_at desc) where closed_at is null;
