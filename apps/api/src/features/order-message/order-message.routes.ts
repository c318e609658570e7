import { orderMessageRoutes, orderMessageStaffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { addNote, listOwnMessages, listStaffMessages, writeToCustomer, writeToShop } from './order-message.service.ts'

export function serveOrderMessage(serve: Serve, deps: Deps): void {
  serve(orderMessageRoutes.list, async ({ params }, { session }) => ({
    messages: await listOwnMessages(deps, session.customerId, params.orderId),
  }))

  serve(orderMessageRoutes.write, async ({ params, body }, { session }) => {
    await writeToShop(deps, session.customerId, params.orderId, body.text)
    return { messages: await listOwnMessages(deps, session.customerId, params.orderId) }
  })

  serve(orderMessageStaffRoutes.list, async ({ params }) => ({
    messages: await listStaffMessages(deps, params.orderId),
  }))

  serve(orderMessageStaffRoutes.note, async ({ params, body }, { session }) => {
    await addNote(deps, { staffId: session.staffId, orderId: params.orderId, text: body.text })
    return { messages: await listStaffMessages(deps, params.orderId) }
  })

  serve(orderMessageStaffRoutes.write, async ({ params, body }, { session }) => {
    await writeToCustomer(deps, { staffId: session.staffId, orderId: params.orderId, ...body })
    return { messages: await listStaffMessages(deps, params.orderId) }
  })
}
