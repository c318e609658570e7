import { projectRoutes } from '@cotation/contracts'
import type { Serve } from '#http/gateway.ts'
import { ownerOf } from '#http/session.ts'
import { makeQuotation, type QuotationDeps } from './quotation.service.ts'

export function serveQuotation(serve: Serve, deps: QuotationDeps): void {
  serve(projectRoutes.quotation, async ({ params }, { session, language }) => {
    const quotation = await makeQuotation(deps, ownerOf(session), params.projectId, language)
    return { ...quotation, contentType: 'application/pdf' }
  })
}
