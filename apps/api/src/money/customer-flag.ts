import type { CustomerFlag } from '@cotation/domain'
import { sql } from 'kysely'

/** Whether staff have flagged a customer. An expression, so that it costs no query of its own. */
export const isFlagged = (customerId: string, flag: CustomerFlag) => sql<boolean>`exists (
  select from customer_flag where customer_id = ${customerId} and flag = ${flag})`
