import { personalDataRoutes, personalDataStaffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { openArchive, openArchivedInvoice } from './archive.service.ts'
import { confirmDeletion, getDeletionLink } from './confirm-deletion.service.ts'
import { cancelDeletion, getDeletionView, renewDeletion, requestDeletion } from './deletion.service.ts'
import { createTicket, downloadExport, getExports, requestExport } from './export.service.ts'

export function servePersonalData(serve: Serve, deps: Deps): void {
  serve(personalDataRoutes.deletion, (_input, { session }) => getDeletionView(deps, session.customerId))
  serve(personalDataRoutes.requestDeletion, ({ body }, caller) => requestDeletion(deps, caller, body))
  serve(personalDataRoutes.cancelDeletion, (_input, { session }) => cancelDeletion(deps, session.customerId))
  serve(personalDataRoutes.deletionLink, ({ body }) => getDeletionLink(deps, body.key))
  serve(personalDataRoutes.confirmDeletion, ({ body }) => confirmDeletion(deps, body.key))
  serve(personalDataRoutes.renewDeletion, ({ body }) => renewDeletion(deps, body))

  serve(personalDataRoutes.exports, (_input, { session }) => getExports(deps, session.customerId))
  serve(personalDataRoutes.requestExport, ({ body }, caller) => requestExport(deps, caller, body.password))
  serve(personalDataRoutes.exportTicket, ({ params }, { session }) =>
    createTicket(deps, { customerId: session.customerId, exportId: params.exportId }),
  )
  serve(personalDataRoutes.downloadExport, async ({ params }) => ({
    ...(await downloadExport(deps, params.ticket)),
    contentType: 'application/zip',
  }))

  serve(personalDataStaffRoutes.openArchive, ({ params, body }, { session }) => {
    const { reason, ...page } = body
    return openArchive(deps, { ...params, staffId: session.staffId, reason }, page)
  })
  serve(personalDataStaffRoutes.openArchivedInvoice, async ({ params, body }, { session }) => ({
    ...(await openArchivedInvoice(deps, { ...params, ...body, staffId: session.staffId })),
    contentType: 'application/pdf',
  }))
}
