import type { TrayView } from '@cotation/contracts'
import type { QueuedTrayReport } from '../tray-queue.ts'

/** A tray as it will be once the reports of a member about it have arrived. A refused one stops those behind it. */
export function withReports(tray: TrayView, reports: readonly QueuedTrayReport[], memberName: string): TrayView {
  const refusedAt = reports.findIndex(({ refusal }) => refusal !== null)
  const waiting = refusedAt < 0 ? reports : reports.slice(0, refusedAt)
  return waiting.reduce((before, report) => trayAfter(before, report, memberName), tray)
}

/** One that the server has counted already changes nothing. */
function trayAfter(tray: TrayView, report: QueuedTrayReport, memberName: string): TrayView {
  const at = new Date(report.at).toISOString()
  if (report.report === 'take-out') return tray.state === 'open' ? withoutPieces(tray, report.contents) : tray
  if (report.report === 'start') {
    if (tray.state !== 'open') return tray
    return { ...tray, state: 'printing', startedBy: memberName, startedAt: at }
  }
  if (tray.state !== 'printing') return tray

  const { lost, reason } = report
  const contents = tray.contents.map((content) => {
    const scrap = lost.find(({ stepId }) => stepId === content.stepId)?.quantity ?? 0
    return { ...content, good: content.isMade ? content.quantity - scrap : null }
  })
  return { ...tray, state: 'done', closedBy: memberName, closedAt: at, reason, contents }
}

function withoutPieces(tray: TrayView, left: readonly { stepId: string; quantity: number }[]): TrayView {
  const contents = tray.contents.map((content) => {
    const quantity = left.find(({ stepId }) => stepId === content.stepId)?.quantity ?? content.quantity
    return { ...content, quantity }
  })
  return { ...tray, contents: contents.filter(({ quantity }) => quantity > 0) }
}
