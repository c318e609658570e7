-- The customer's answer whether the parts of a project are subject to export control, and who of our
-- staff cleared it (`ExportDeclaration`). Null until it is answered.
alter table project add export_declaration jsonb;
-- As it was when the order was placed. Null in older orders, and in after-sale orders, whose original
-- has it.
alter table customer_order add export_declaration jsonb;
