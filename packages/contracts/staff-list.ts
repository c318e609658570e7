import { staffLists } from '@cotation/domain'
import { listRoutes } from './list.ts'

/** The lists of the back office. */
export const staffListRoutes = {
  orders: listRoutes(staffLists.orders),
  customers: listRoutes(staffLists.customers),
  claims: listRoutes(staffLists.claims),
  'additional-costs': listRoutes(staffLists['additional-costs']),
}
