import { productionRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { reportStep } from './report.service.ts'
import { getRunDetails, getRunMesh, listRunViews } from './run-view.service.ts'
import { createTraveller } from './traveller.service.ts'

export function serveProduction(serve: Serve, deps: Deps): void {
  serve(productionRoutes.ofOrder, async ({ params }) => ({ runs: await listRunViews(deps, params.orderId) }))
  serve(productionRoutes.run, ({ params }, { language }) => getRunDetails(deps, params.code, language))
  serve(productionRoutes.traveller, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await createTraveller(deps, session.staffId, params.code, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })
  serve(productionRoutes.mesh, async ({ params }) => ({
    bytes: await getRunMesh(deps, params.code),
    contentType: 'application/octet-stream',
  }))
  serve(productionRoutes.report, ({ params, body }, { session }) =>
    reportStep(deps, session.staffId, params.stepId, body),
  )
}
