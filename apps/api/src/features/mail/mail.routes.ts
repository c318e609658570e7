import { mailRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { getMail, resendMail } from './mail.service.ts'

export function serveMail(serve: Serve, deps: Deps): void {
  serve(mailRoutes.read, ({ params }) => getMail(deps, params.mailId))
  serve(mailRoutes.resend, ({ params }, { session }) => resendMail(deps, session.staffId, params.mailId))
}
