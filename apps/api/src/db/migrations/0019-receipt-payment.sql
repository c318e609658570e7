-- Pages of a bill ask whether a transfer for one of its payments waits for staff.
create index bank_receipt_intent on bank_receipt (intent_id) where state in ('unapproved', 'held');
