import type { Language } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Paper } from '#core/paper-maker.ts'
import { getInvoice } from '#features/additional-cost/additional-cost.service.ts'
import { createDocument } from '#features/order/document.service.ts'
import type { Invoiced } from './invoice.repository.ts'

/** The invoice of one of the customer's paid orders or additional costs, as a PDF. */
export function createInvoice(
  deps: Deps,
  customerId: string,
  { kind, id }: Invoiced,
  language: Language,
): Promise<Paper> {
  if (kind === 'additional-cost') return getInvoice(deps, customerId, id, language)
  return createDocument(deps, id, { customerId }, 'invoice', language)
}
