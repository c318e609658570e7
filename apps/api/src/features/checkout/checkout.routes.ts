import { checkoutRoutes, orderRoutes, vatCheckRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { previewCheckout } from './preview.service.ts'
import { reorder } from './reorder.service.ts'
import { submitCheckout } from './submit.service.ts'
import { askVatService, getVatNumber, listVatChecks, releaseVatNumber } from './vat-check.service.ts'

export function serveCheckout(serve: Serve, deps: Deps): void {
  serve(checkoutRoutes.preview, ({ body }, { session: { customerId }, language }) =>
    previewCheckout(deps, { customerId, language }, body),
  )

  serve(checkoutRoutes.submit, ({ body }, { session: { customerId }, language }) =>
    submitCheckout(deps, { customerId, language }, body),
  )

  serve(vatCheckRoutes.list, async () => ({ checks: await listVatChecks(deps) }))

  serve(vatCheckRoutes.get, ({ params }, { session }) => getVatNumber(deps, session, params.vatNumber))

  serve(vatCheckRoutes.ask, ({ params }, { session }) => askVatService(deps, session.staffId, params.vatNumber))

  serve(vatCheckRoutes.release, ({ body }, { session }) => releaseVatNumber(deps, session.staffId, body))

  serve(orderRoutes.reorder, ({ params }, { session }) => reorder(deps, session.customerId, params.orderId))
}
