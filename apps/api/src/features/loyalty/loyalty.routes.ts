import { loyaltyRoutes, loyaltyStaffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { checkIn } from './check-in.service.ts'
import { exchangePoints } from './exchange.service.ts'
import { getLoyaltyView, listMembersWithoutManager } from './loyalty.service.ts'
import { claimTask } from './task.service.ts'

export function serveLoyalty(serve: Serve, deps: Deps): void {
  serve(loyaltyRoutes.get, (_input, { session, language }) => getLoyaltyView(deps, session.customerId, language))

  serve(loyaltyRoutes.checkIn, async (_input, { session, language }) => {
    await checkIn(deps, session.customerId)
    return getLoyaltyView(deps, session.customerId, language)
  })

  serve(loyaltyRoutes.claimTask, async ({ params }, { session, language }) => {
    await claimTask(deps, session.customerId, params.taskId)
    return getLoyaltyView(deps, session.customerId, language)
  })

  serve(loyaltyRoutes.exchange, async ({ body }, { session, language }) => {
    const coupon = await exchangePoints(deps, { ...body, customerId: session.customerId }, language)
    return { coupon, loyalty: await getLoyaltyView(deps, session.customerId, language) }
  })

  serve(loyaltyStaffRoutes.withoutManager, ({ query }) => listMembersWithoutManager(deps, query))
}
