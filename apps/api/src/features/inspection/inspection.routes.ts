import { inspectionRoutes, inspectionStaffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { concludeInspection } from './conclude.service.ts'
import { downloadReport, getOwnReport } from './inspection-report.service.ts'
import { getRunInspections, listForCustomer, listForStaff } from './inspection-view.service.ts'
import { addPhoto, getPhoto, removePhoto, showPhoto } from './photo.service.ts'
import { recordValues } from './record.service.ts'

const webp = (bytes: Uint8Array) => ({ bytes, contentType: 'image/webp' })

export function serveInspection(serve: Serve, deps: Deps): void {
  serve(inspectionRoutes.ofOrder, async ({ params }, { session, language }) => ({
    inspections: await listForCustomer(deps, session.customerId, params.orderId, language),
  }))

  serve(inspectionRoutes.photo, async ({ params }, { session }) =>
    webp(await getPhoto(deps, params.photoId, session.customerId)),
  )

  serve(inspectionRoutes.report, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await getOwnReport(deps, session.customerId, params.inspectionId, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })

  serveStaff(serve, deps)
}

function serveStaff(serve: Serve, deps: Deps): void {
  serve(inspectionStaffRoutes.ofRun, ({ params }, { language }) =>
    getRunInspections(deps, deps.db, params.code, language),
  )

  serve(inspectionStaffRoutes.ofOrder, async ({ params }, { language }) => ({
    inspections: await listForStaff(deps, params.orderId, language),
  }))

  serve(inspectionStaffRoutes.record, ({ params, body }, { session, language }) =>
    recordValues(deps, { staffId: session.staffId, code: params.code, ...body }, language),
  )

  serve(inspectionStaffRoutes.addPhoto, ({ params, query, upload }, { session, language }) =>
    addPhoto(deps, { staffId: session.staffId, ...params, round: query.round }, upload, language),
  )

  serve(inspectionStaffRoutes.removePhoto, ({ params }, { session, language }) =>
    removePhoto(deps, { staffId: session.staffId, ...params }, language),
  )

  serve(inspectionStaffRoutes.conclude, ({ params, body }, { session, language }) =>
    concludeInspection(deps, { staffId: session.staffId, code: params.code, conclusion: body }, language),
  )

  serve(inspectionStaffRoutes.photo, async ({ params }, { session }) =>
    webp(await showPhoto(deps, session.staffId, params.photoId)),
  )

  serve(inspectionStaffRoutes.report, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await downloadReport(deps, session.staffId, params.inspectionId, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })
}
