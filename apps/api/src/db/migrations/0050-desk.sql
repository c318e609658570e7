-- A mark ends the messages that its person had seen, and is no longer compared with their times: one that
-- arrived between reading and the mark was lost. What earlier marks have ended stays ended.
update order_message message set awaits_answer = false
  where awaits_answer and exists (
    select from order_message marked join task_done on task_done.subject_id = marked.id
    where marked.order_id = message.order_id and task_done.kind = 'order-message'
      and task_done.done_at >= message.at);

-- Moving money of customers with another manager has become a right of its own. Roles of the shop keep what
-- they could do, except those that may assign managers: like account managers, they take the customer over
-- first, which is recorded.
update staff_role set rights = rights || array['customers.any']
  where rights && array['orders.cancel', 'claims.judge', 'money.receive', 'money.refund', 'credit.grant']
    and (not rights @> array['customers.assign'] or rights @> array['staff.admin']);

-- Staff see which customer had the address of a mail when it was sent.
create index email_change_old on email_change (old_email) where confirmed_at is not null;
