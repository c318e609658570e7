-- Open pages follow what they show. Each change notifies the servers of the project, order or reload
-- that it belongs to; PostgreSQL sends the notification when the transaction commits, and never
-- after a rollback. A notification names the thing and holds no data.
create function announce_project() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'project:' || new.id || ' ' || new.revision);
  return null;
end
$$;

create trigger project_announced after update of revision on project
  for each row execute function announce_project();

-- For tables with the column `order_id`.
create function announce_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'order:' || new.order_id);
  return null;
end
$$;

create trigger order_event_announced after insert on order_event
  for each row execute function announce_order();
create trigger parcel_announced after insert or update on parcel
  for each row execute function announce_order();
create trigger order_review_announced after insert or update on order_review
  for each row execute function announce_order();
create trigger review_photo_announced after insert on review_photo
  for each row execute function announce_order();
create trigger additional_cost_announced after insert or update on additional_cost
  for each row execute function announce_order();
create trigger after_sale_claim_announced after insert or update on after_sale_claim
  for each row execute function announce_order();

create function announce_reload() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'reload:' || new.id);
  return null;
end
$$;

create trigger reload_announced after update on reload for each row execute function announce_reload();

-- A payment belongs to an order, to an additional cost of one, or to a reload.
create function announce_payment(payment uuid) returns void language sql as $$
  select pg_notify('change', coalesce('reload:' || reload_id, 'order:' || coalesce(payment_intent.order_id, cost.order_id)))
    from payment_intent left join additional_cost cost on cost.id = additional_cost_id
    where payment_intent.id = payment
$$;

create function announce_intent() returns trigger language plpgsql as $$
begin
  perform announce_payment(new.id);
  return null;
end
$$;

-- Not `check_at`: asking the provider again changes nothing that a page shows.
create trigger payment_intent_announced after insert or update of state, captured_minor, refunded_minor on payment_intent
  for each row execute function announce_intent();

-- For tables with the column `intent_id`.
create function announce_intent_of() returns trigger language plpgsql as $$
begin
  perform announce_payment(new.intent_id);
  return null;
end
$$;

create trigger payment_refund_announced after insert or update on payment_refund
  for each row execute function announce_intent_of();
create trigger bank_receipt_announced after insert or update on bank_receipt
  for each row when (new.intent_id is not null) execute function announce_intent_of();
