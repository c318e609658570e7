import { referralRoutes, referralStaffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { inviteFriend } from './invitation.service.ts'
import { changeCode, isUsableCode } from './referral-code.service.ts'
import { getReferralView, listOwnFriends, listRefusedReferrals } from './referral-view.service.ts'

export function serveReferral(serve: Serve, deps: Deps): void {
  serve(referralRoutes.view, (_input, { session, language }) => getReferralView(deps, session.customerId, language))
  serve(referralRoutes.friends, ({ query }, { session }) => listOwnFriends(deps, session.customerId, query))
  serve(referralRoutes.changeCode, async ({ body }, { session, language }) => {
    await changeCode(deps, session.customerId, body.code)
    return getReferralView(deps, session.customerId, language)
  })
  serve(referralRoutes.invite, ({ body }, { session }) => inviteFriend(deps, session.customerId, body))
  serve(referralRoutes.checkCode, async ({ query }) => ({ valid: await isUsableCode(deps, query.code) }))

  serve(referralStaffRoutes.refused, ({ query }) => listRefusedReferrals(deps, query))
}
