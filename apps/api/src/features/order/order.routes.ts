import { orderMoveRoutes, orderRoutes, parcelRoutes, parcelStaffRoutes, staffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { createDocument } from './document.service.ts'
import { receiveOrder, reviewOrder } from './order.service.ts'
import { exportOrders } from './order-export.service.ts'
import { listOrderHistory } from './order-list.service.ts'
import { checkMoves, moveByStaff } from './order-move.service.ts'
import { getOrderView, getOrderViewForStaff, getStaffOrderView } from './order-view.service.ts'
import { packParcel, removeParcel } from './parcel.service.ts'
import { createParcelDocument, downloadParcelDocument } from './parcel-document.service.ts'
import { updateParcelState } from './parcel-tracking.service.ts'
import { addReviewPhoto, getReviewPhoto, showReviewPhoto } from './review-photo.service.ts'

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
    bytes: await getReviewPhoto(deps, session.customerId, params),
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

  serve(staffRoutes.reviewPhoto, async ({ params }, { session }) => ({
    bytes: await showReviewPhoto(deps, session.staffId, params),
    contentType: 'image/webp',
  }))

  serve(orderMoveRoutes.check, ({ query }) => checkMoves(deps, query.orderIds, query.to))

  serve(staffRoutes.moveOrder, async ({ params, body }, { session, language }) => {
    await moveByStaff(deps, params.orderId, { ...body, staffId: session.staffId })
    return getOrderViewForStaff(deps, params.orderId, session.staffRights, language)
  })

  serveParcels(serve, deps)
}

function serveParcels(serve: Serve, deps: Deps): void {
  serve(staffRoutes.addParcel, ({ params, body }, { session: { staffId }, language }) =>
    packParcel(deps, params.orderId, body, { staffId, language }),
  )

  serve(staffRoutes.updateParcel, ({ params, body }, { session: { staffId }, language }) =>
    updateParcelState(deps, params.parcelId, body, { staffId, language }),
  )

  serve(parcelStaffRoutes.remove, async ({ params }, { session: { staffId } }) => {
    await removeParcel(deps, params.parcelId, { staffId })
    return {}
  })

  serve(parcelStaffRoutes.document, async ({ params }, { session: { staffId }, language }) => {
    const { bytes, fileName } = await downloadParcelDocument(deps, staffId, params, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })

  serve(parcelRoutes.packingList, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await createParcelDocument(deps, { ...params, kind: 'packing-list' }, session, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })
}
