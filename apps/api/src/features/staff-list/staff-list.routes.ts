import { findRoutes, savedViewRoutes, staffListRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { findAnything } from './find.service.ts'
import { changeViewName, keepView, readViews, removeView } from './saved-view.service.ts'
import { exportStaffList, readStaffList } from './staff-list.service.ts'
import { createViewCounts } from './view-counts.ts'

export function serveStaffList(serve: Serve, deps: Deps): void {
  const { orders, customers, claims, 'additional-costs': costs, mails, production } = staffListRoutes
  const { 'expert-questions': questions, trays, proposals, audit, 'security-events': events } = staffListRoutes

  serve(orders.list, ({ query }, { session }) => readStaffList(deps, 'orders', query, session))
  serve(orders.export, ({ query }, caller) => exportStaffList(deps, 'orders', query, caller))

  serve(customers.list, ({ query }, { session }) => readStaffList(deps, 'customers', query, session))
  serve(customers.export, ({ query }, caller) => exportStaffList(deps, 'customers', query, caller))

  serve(claims.list, ({ query }, { session }) => readStaffList(deps, 'claims', query, session))
  serve(claims.export, ({ query }, caller) => exportStaffList(deps, 'claims', query, caller))

  serve(costs.list, ({ query }, { session }) => readStaffList(deps, 'additional-costs', query, session))
  serve(costs.export, ({ query }, caller) => exportStaffList(deps, 'additional-costs', query, caller))

  serve(mails.list, ({ query }, { session }) => readStaffList(deps, 'mails', query, session))
  serve(mails.export, ({ query }, caller) => exportStaffList(deps, 'mails', query, caller))
  serve(questions.list, ({ query }, { session }) => readStaffList(deps, 'expert-questions', query, session))
  serve(questions.export, ({ query }, caller) => exportStaffList(deps, 'expert-questions', query, caller))
  serve(production.list, ({ query }, { session }) => readStaffList(deps, 'production', query, session))
  serve(production.export, ({ query }, caller) => exportStaffList(deps, 'production', query, caller))
  serve(trays.list, ({ query }, { session }) => readStaffList(deps, 'trays', query, session))
  serve(trays.export, ({ query }, caller) => exportStaffList(deps, 'trays', query, caller))

  serve(proposals.list, ({ query }, { session }) => readStaffList(deps, 'proposals', query, session))
  serve(proposals.export, ({ query }, caller) => exportStaffList(deps, 'proposals', query, caller))
  serve(audit.list, ({ query }, { session }) => readStaffList(deps, 'audit', query, session))
  serve(audit.export, ({ query }, caller) => exportStaffList(deps, 'audit', query, caller))

  // Events of this server that wait to be written are listed too.
  serve(events.list, async ({ query }, { session }) => {
    await deps.securityEvents.flush()
    return readStaffList(deps, 'security-events', query, session)
  })
  serve(events.export, async ({ query }, caller) => {
    await deps.securityEvents.flush()
    return exportStaffList(deps, 'security-events', query, caller)
  })

  const viewDeps = { ...deps, viewCounts: createViewCounts(deps) }
  serve(savedViewRoutes.list, async (_input, { session }) => ({ views: await readViews(viewDeps, session) }))
  serve(savedViewRoutes.save, ({ body }, { session }) => keepView(viewDeps, session, body))
  serve(savedViewRoutes.rename, ({ params, body }, { session }) =>
    changeViewName(deps, session, params.viewId, body.name),
  )
  serve(savedViewRoutes.remove, ({ params }, { session }) => removeView(deps, session, params.viewId))

  serve(findRoutes.find, async ({ query }, { session }) => ({
    found: await findAnything(deps, session.staffRights, query.text),
  }))
}
