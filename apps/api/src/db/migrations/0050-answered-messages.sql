-- A mark ends the messages that its person had seen, and is no longer compared with their times: one that
-- arrived between reading and the mark was lost. What earlier marks have ended stays ended.
update order_message message set awaits_answer = false
  where awaits_answer and exists (
    select from order_message marked join task_done on task_done.subject_id = marked.id
    where marked.order_id = message.order_id and task_done.kind = 'order-message'
      and task_done.done_at >= message.at);
