import { customerRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { downloadFile, getCustomer, listNextFiles, listNextQuotes, removeFlag, setFlag } from './customer.service.ts'
import { addNote, editNote, removeNote } from './customer-note.service.ts'

export function serveCustomer(serve: Serve, deps: Deps): void {
  serve(customerRoutes.read, ({ params }, { session }) => getCustomer(deps, session, params.customerId))
  serve(customerRoutes.quotes, ({ params, query }, { session }) =>
    listNextQuotes(deps, session, { ...params, ...query }),
  )
  serve(customerRoutes.files, ({ params, query }, { session }) => listNextFiles(deps, session, { ...params, ...query }))
  serve(customerRoutes.file, async ({ params }, { session }) => ({
    ...(await downloadFile(deps, session.staffId, params)),
    contentType: 'application/octet-stream',
  }))

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
