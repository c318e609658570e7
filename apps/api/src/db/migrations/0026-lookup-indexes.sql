-- Rows that are found by what they belong to: lists, erasures and deletions read no whole table.
create index additional_cost_item_line on additional_cost_item (order_line_id) where order_line_id is not null;
create index bank_receipt_payment on bank_receipt (intent_id) where intent_id is not null;
create index coupon_order on coupon (order_id) where order_id is not null;
create index customer_order_claim on customer_order (claim_id) where claim_id is not null;
create index customer_order_coupon on customer_order (coupon_id) where coupon_id is not null;
create index finding_acceptance_customer on finding_acceptance (customer_id) where customer_id is not null;
create index finding_acceptance_line on finding_acceptance (line_id);
create index known_device_customer on known_device (customer_id);
create index leave_reason_customer on leave_reason (customer_id) where customer_id is not null;
create index ledger_transaction_customer on ledger_transaction (customer_id) where customer_id is not null;
create index ledger_transaction_intent on ledger_transaction (intent_id) where intent_id is not null;
create index manual_quote_line on manual_quote (line_id) where line_id is not null;
create index point_lot_customer on point_lot (customer_id);
create index quick_flow_customer on quick_flow (link_customer_id) where link_customer_id is not null;
create index referral_coupon on referral (coupon_id) where coupon_id is not null;

-- The newest mails first, and those that are old enough to go.
create index mailbox_message_time on mailbox_message (created_at);
