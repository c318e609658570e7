import { afterSaleRoutes, afterSaleStaffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { answerQuestion, openClaim, withdrawClaim } from './claim.service.ts'
import { getClaimEvidence } from './claim-evidence.service.ts'
import {
  getAnyClaim,
  getOrderToClaim,
  getOwnClaim,
  getProductMesh,
  listClaims,
  listClaimsForStaff,
} from './claim-view.service.ts'
import { addPhoto, getPhoto, showPhoto } from './photo.service.ts'
import { getWorkOrderView, placeOwnReprint, placeReprintByStaff } from './reprint.service.ts'
import { acceptClaim, askAboutClaim, rejectClaim } from './staff-claim.service.ts'

const webp = (bytes: Uint8Array) => ({ bytes, contentType: 'image/webp' })

export function serveAfterSale(serve: Serve, deps: Deps): void {
  serve(afterSaleRoutes.list, ({ query }, { session }) => listClaims(deps, session.customerId, query))

  serve(afterSaleRoutes.get, ({ params }, { session }) => getOwnClaim(deps, session.customerId, params.claimId))

  serve(afterSaleRoutes.orderToClaim, ({ params }, { session, language }) =>
    getOrderToClaim(deps, session.customerId, params.orderId, language),
  )

  serve(afterSaleRoutes.mesh, async ({ params }, { session }) => ({
    bytes: await getProductMesh(deps, session.customerId, params.orderId, params.lineId),
    contentType: 'application/octet-stream',
  }))

  serve(afterSaleRoutes.claim, async ({ params, body }, { session: { customerId } }) =>
    getOwnClaim(deps, customerId, await openClaim(deps, customerId, params.orderId, body)),
  )

  serve(afterSaleRoutes.answer, async ({ params, body }, { session: { customerId } }) => {
    await answerQuestion(deps, customerId, params.claimId, body)
    return getOwnClaim(deps, customerId, params.claimId)
  })

  serve(afterSaleRoutes.withdraw, async ({ params }, { session: { customerId } }) => {
    await withdrawClaim(deps, customerId, params.claimId)
    return getOwnClaim(deps, customerId, params.claimId)
  })

  serve(afterSaleRoutes.addPhoto, async ({ upload }, { session }) => ({
    photoId: await addPhoto(deps, session.customerId, upload),
  }))

  serve(afterSaleRoutes.photo, async ({ params }, { session }) =>
    webp(await getPhoto(deps, params.photoId, session.customerId)),
  )

  serve(afterSaleRoutes.workOrder, ({ query }, { session, language }) =>
    getWorkOrderView(deps, session.customerId, query, language),
  )

  serve(afterSaleRoutes.order, ({ body }, { session }) => placeOwnReprint(deps, session.customerId, body))

  serveStaff(serve, deps)
}

function serveStaff(serve: Serve, deps: Deps): void {
  serve(afterSaleStaffRoutes.list, ({ query }) => listClaimsForStaff(deps, query))

  serve(afterSaleStaffRoutes.get, ({ params }) => getAnyClaim(deps, params.claimId))

  serve(afterSaleStaffRoutes.evidence, ({ params }, { language }) => getClaimEvidence(deps, params.claimId, language))

  serve(afterSaleStaffRoutes.photo, async ({ params }, { session }) =>
    webp(await showPhoto(deps, session.staffId, params.photoId)),
  )

  serve(afterSaleStaffRoutes.accept, async ({ params: { claimId }, body }, { session: { staffId } }) => {
    await acceptClaim(deps, { claimId, staffId, text: body.text })
    return getAnyClaim(deps, claimId)
  })

  serve(afterSaleStaffRoutes.ask, async ({ params: { claimId }, body }, { session: { staffId } }) => {
    await askAboutClaim(deps, { claimId, staffId, text: body.text })
    return getAnyClaim(deps, claimId)
  })

  serve(afterSaleStaffRoutes.reject, async ({ params: { claimId }, body }, { session: { staffId } }) => {
    await rejectClaim(deps, { claimId, staffId, text: body.reason })
    return getAnyClaim(deps, claimId)
  })

  serve(afterSaleStaffRoutes.order, ({ params, body }, { session }) =>
    placeReprintByStaff(deps, params.claimId, body.lines, session.staffId),
  )
}
