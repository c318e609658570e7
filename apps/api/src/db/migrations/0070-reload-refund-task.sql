-- A failed refund of a reload is a task of its own kind, because the others lead to an order.
create temporary table reload_refund on commit drop as
  select refund.id from payment_refund refund join payment_intent intent on intent.id = refund.intent_id
  where intent.reload_id is not null;

update task_done set kind = 'reload-refund-failed'
  where kind = 'refund-failed' and subject_id in (select id from reload_refund);
update task_claim set kind = 'reload-refund-failed'
  where kind = 'refund-failed' and subject_id in (select id from reload_refund);
update task_notice set kind = 'reload-refund-failed'
  where kind = 'refund-failed' and subject_id in (select id from reload_refund);
insert into task_notice_choice (staff_id, kind, notice)
  select staff_id, 'reload-refund-failed', notice from task_notice_choice where kind = 'refund-failed';

drop trigger payment_refund_task on payment_refund;
create trigger payment_refund_task after insert or update of state on payment_refund
  for each statement execute function announce_tasks('refund-to-send', 'refund-failed', 'reload-refund-failed');
