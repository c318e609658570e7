import { checkoutRoutes, orderRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { previewCheckout } from './preview.service.ts'
import { reorder } from './reorder.service.ts'
import { submitCheckout } from './submit.service.ts'

export function serveCheckout(serve: Serve, deps: Deps): void {
  serve(checkoutRoutes.preview, ({ body }, { session: { customerId }, language }) =>
    previewCheckout(deps, { customerId, language }, body),
  )

  serve(checkoutRoutes.submit, ({ body }, { session: { customerId }, language }) =>
    submitCheckout(deps, { customerId, language }, body),
  )

  serve(orderRoutes.reorder, ({ params }, { session }) => reorder(deps, session.customerId, params.orderId))
}
