import { todayRoutes } from '@cotation/contracts'
import { taskKindsOf } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { followTopics, LiveStreams } from '#features/live/live.service.ts'
import { getOrder } from '#features/order/order.service.ts'
import type { Serve } from '#http/gateway.ts'
import { chooseNotices, getNotices } from './notice.service.ts'
import {
  getContactMessage,
  getToday,
  holdTask,
  markTaskDone,
  releaseTask,
  takeTaskOver,
  viewerOf,
} from './today.service.ts'

export function serveToday(serve: Serve, deps: Deps): void {
  const streams = new LiveStreams()

  serve(todayRoutes.list, ({ query }, { session }) => getToday(deps, viewerOf(session), query))
  serve(todayRoutes.hold, ({ params }, { session }) => holdTask(deps, viewerOf(session), params))
  serve(todayRoutes.release, ({ params }, { session }) => releaseTask(deps, viewerOf(session), params))
  serve(todayRoutes.takeOver, ({ params, body }, { session }) => takeTaskOver(deps, viewerOf(session), params, body))
  serve(todayRoutes.done, ({ params, body }, { session }) => markTaskDone(deps, viewerOf(session), params, body.seenId))
  serve(todayRoutes.contactMessage, ({ params }) => getContactMessage(deps, params.messageId))

  serve(todayRoutes.follow, async ({ body: { orderIds } }, { session }) => {
    const { rights } = viewerOf(session)
    const topics = taskKindsOf(rights).map((kind) => `today:${kind}`)
    if (rights.includes('production.read')) topics.push('production')

    if (orderIds.length > 0 && !rights.includes('orders.read')) throw new AppError('FORBIDDEN')
    for (const orderId of orderIds) topics.push(`order:${(await getOrder(deps.db, orderId)).id}`)

    return followTopics(deps, streams, { caller: session.staffId, topics })
  })

  serve(todayRoutes.notices, (_input, { session }) => getNotices(deps, session))
  serve(todayRoutes.chooseNotices, ({ body }, { session }) => chooseNotices(deps, session, body))
}
