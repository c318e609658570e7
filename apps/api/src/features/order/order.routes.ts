import { orderMoveRoutes, orderRoutes, staffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { createDocument } from './document.service.ts'
import { receiveOrder, reviewOrder } from './order.service.ts'
import { exportOrders } from './order-export.service.ts'
import { listOrderHistory } from './order-list.service.ts'
import { getOrderView, getOrderViewForStaff, getStaffOrderView } from './order-view.service.ts'
import { addParcel, checkMoves, moveByStaff, updateParcelState } from './parcel.service.ts'
import { addReviewPhoto, getReviewPhoto } from './review-photo.service.ts'

export function serveOrder(serve: Serve, deps: Deps): void {
  serve(orderRoutes.list, async ({ query }, { session }) => listOrderHistory(deps, session.customerId, query))

  serve(orderRoutes.export, async ({ query }, { session, language }) => ({
    ...(await exportOrders(deps, session.customerId, query, language)),
    contentType: 'text/csv; charset=utf-8',
  }))

  serve(orderRoutes.get, async ({ params }, { session, language }) =>
    getOrderView(deps, params.orderId, session, language),
  )

  serve(orderRoutes.receive, async ({ params }, { session, language }) => {
    await receiveOrder(deps, params.orderId, session.customerId)
    return getOrderView(deps, params.orderId, session, language)
  })

  serve(orderRoutes.review, async ({ params, body }, { session, language }) => {
    await reviewOrder(deps, params.orderId, session.customerId, body)
    return getOrderView(deps, params.orderId, session, language)
  })

  serve(orderRoutes.addPhoto, async ({ params, upload }, { session, language }) => {
    await addReviewPhoto(deps, params.orderId, session.customerId, upload)
    return getOrderView(deps, params.orderId, session, language)
  })

  serve(orderRoutes.photo, async ({ params }, { session }) => ({
    bytes: await getReviewPhoto(deps, params.orderId, params.photoId, session),
    contentType: 'image/webp',
  }))

  serve(orderRoutes.document, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await createDocument(deps, params.orderId, session, params.kind, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })

  serveStaff(serve, deps)
}

function serveStaff(serve: Serve, deps: Deps): void {
  serve(staffRoutes.order, ({ params }, { session, language }) =>
    getStaffOrderView(deps, params.orderId, session.staffRights, language),
  )

  serve(staffRoutes.reviewPhoto, async ({ params }) => ({
    bytes: await getReviewPhoto(deps, params.orderId, params.photoId, 'staff'),
    contentType: 'image/webp',
  }))

  serve(orderMoveRoutes.check, ({ query }) => checkMoves(deps, query.orderIds, query.to))

  serve(staffRoutes.moveOrder, async ({ params, body }, { session, language }) => {
    await moveByStaff(deps, params.orderId, { ...body, staffId: session.staffId })
    return getOrderViewForStaff(deps, params.orderId, session.staffRights, language)
  })

  serve(staffRoutes.addParcel, async ({ params, body }, { session: { staffId } }) =>
    addParcel(deps, params.orderId, body, { staffId }),
  )

  serve(staffRoutes.updateParcel, async ({ params, body }, { session: { staffId } }) =>
    updateParcelState(deps, params.parcelId, body.state, { staffId }),
  )
}
