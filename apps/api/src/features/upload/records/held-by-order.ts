import { isClosedOrder, orderStatuses } from '@cotation/domain'
import { sql } from 'kysely'

const closed = sql.join(orderStatuses.filter(isClosedOrder).map((status) => sql.lit(status)))

/**
 * Whether an open order needs a row of `upload`, as a part or as its drawing. Drawings are looked up in the order
 * itself, because the quote line may have been removed.
 */
export const isHeldByOrder = sql<boolean>`(exists (
    select from order_line join customer_order on customer_order.id = order_line.order_id
    where order_line.upload_id = upload.id and customer_order.status not in (${closed})
  ) or upload.purpose = 'attachment' and exists (
    select from customer_order join order_line on order_line.order_id = customer_order.id
    where customer_order.customer_id = upload.customer_id and customer_order.status not in (${closed})
      and order_line.ordered -> 'attachments' @> jsonb_build_array(jsonb_build_object('uploadId', upload.id))
  ))`
