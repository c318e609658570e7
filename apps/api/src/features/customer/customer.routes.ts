import { customerRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { getCustomer, removeFlag, setFlag } from './customer.service.ts'
import { addNote, editNote, removeNote } from './customer-note.service.ts'

export function serveCustomer(serve: Serve, deps: Deps): void {
  serve(customerRoutes.read, ({ params }, { session }) => getCustomer(deps, session, params.customerId))
  serve(customerRoutes.setFlag, ({ params, body }, { session }) =>
    setFlag(deps, session.staffId, { ...params, ...body }),
  )
  serve(customerRoutes.removeFlag, ({ params, body }, { session }) =>
    removeFlag(deps, session.staffId, { ...params, ...body }),
  )

  serve(customerRoutes.addNote, ({ params, body }, { session }) =>
    addNote(deps, session.staffId, params.customerId, body.text),
  )
  serve(customerRoutes.editNote, ({ params, body }, { session }) =>
    editNote(deps, session.staffId, { ...params, ...body }),
  )
  serve(customerRoutes.removeNote, ({ params }, { session }) => removeNote(deps, session, params))
}
