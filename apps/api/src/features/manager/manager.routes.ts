import { staffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import { managerView } from '#core/manager.ts'
import type { Serve } from '#http/gateway.ts'
import { assignManager, removeManager, updateContact } from './manager.service.ts'

export function serveManager(serve: Serve, deps: Deps): void {
  serve(staffRoutes.assignManager, ({ params, body }, { session }) =>
    assignManager(deps, session.staffId, { ...params, ...body }),
  )
  serve(staffRoutes.removeManager, ({ params, body }, { session }) =>
    removeManager(deps, session.staffId, { ...params, ...body }),
  )
  serve(staffRoutes.updateContact, async ({ body }, { session: { staffId } }) =>
    managerView(await updateContact(deps, staffId, body, { staffId })),
  )
}
