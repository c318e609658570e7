import { productionRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { reportStep } from './report.service.ts'
import { getRunDetails, listRunViews, showRunMesh } from './run-view.service.ts'
import { addStepPhoto, removeStepPhoto, showStepPhoto } from './step-photo.service.ts'
import { createTraveller } from './traveller.service.ts'

export function serveProduction(serve: Serve, deps: Deps): void {
  serve(productionRoutes.ofOrder, async ({ params }) => ({ runs: await listRunViews(deps, params.orderId) }))
  serve(productionRoutes.run, ({ params }, { language }) => getRunDetails(deps, params.code, language))
  serve(productionRoutes.traveller, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await createTraveller(deps, session.staffId, params.code, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })
  serve(productionRoutes.mesh, async ({ params }, { session }) => ({
    bytes: await showRunMesh(deps, session.staffId, params.code),
    contentType: 'application/octet-stream',
  }))
  serve(productionRoutes.report, ({ params, body }, { session }) =>
    reportStep(deps, session.staffId, params.stepId, body),
  )
  serve(productionRoutes.addPhoto, async ({ params, upload }, { session }) => ({
    run: await addStepPhoto(deps, { staffId: session.staffId, ...params }, upload),
  }))
  serve(productionRoutes.removePhoto, async ({ params }, { session }) => ({
    run: await removeStepPhoto(deps, { staffId: session.staffId, ...params }),
  }))
  serve(productionRoutes.photo, async ({ params }, { session }) => ({
    bytes: await showStepPhoto(deps, session.staffId, params.photoId),
    contentType: 'image/webp',
  }))
}
