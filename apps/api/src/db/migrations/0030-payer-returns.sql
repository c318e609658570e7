-- Money that the holder of a payment link has paid goes back to that person, never to the customer's
-- balance: who gets the mails, and in which language. Empty if the link was not mailed to an address.
alter table payment_intent
  add column payer_email text not null default '',
  add column payer_language text not null default 'fr' check (payer_language in ('fr', 'en'));

-- A transfer is returned by a person: who sent it, and the bank's id of the transfer.
alter table payment_refund
  add column sent_by uuid references staff_member,
  add column bank_transaction_id text;

create index payment_refund_sent_by on payment_refund (sent_by) where sent_by is not null;

-- One transfer returns one refund: a pasted wrong id must not settle a second one.
create unique index payment_refund_bank_transaction_id on payment_refund (bank_transaction_id)
  where bank_transaction_id is not null;
