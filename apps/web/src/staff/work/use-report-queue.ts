import type { RemakeView } from '@cotation/contracts'
import { useCallback, useEffect, useState } from 'react'
import { useMember } from '#lib/gateway/member.ts'
import { useStore } from '#lib/store.ts'
import { valueQueue } from './inspection.api.ts'
import type { ReportAnswer } from './report-queue.ts'
import { reportQueue, showAnswer } from './work.api.ts'

/** How often waiting reports are tried again; the browser's event for a network is not reliable. */
const retryMs = 5000

/** The reports of this browser; sends what waits, values of inspections too, as long as the screen is open. */
export function useReportQueue() {
  const { id: memberId } = useMember()
  const reports = useStore(reportQueue.store)
  const [remakes, setRemakes] = useState<readonly RemakeView[]>([])

  const show = useCallback((code: string, answer: ReportAnswer) => {
    showAnswer(code, answer)
    const { remake } = answer
    if (remake) setRemakes((known) => [...known.filter(({ runId }) => runId !== remake.runId), remake])
  }, [])

  useEffect(() => {
    reportQueue.onAnswer = show

    // Values of inspections wait for the same network.
    const flush = () => {
      void reportQueue.flush(memberId)
      void valueQueue.flush(memberId)
    }
    flush()
    const timer = setInterval(flush, retryMs)
    window.addEventListener('online', flush)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', flush)
      reportQueue.onAnswer = showAnswer
    }
  }, [memberId, show])

  return {
    reports,
    own: reports.filter((report) => report.memberId === memberId),
    remakes,
    /** Shows the answer to what was reported without the queue. */
    show,
    forgetRemake: (runId: string) => setRemakes((known) => known.filter((remake) => remake.runId !== runId)),
    memberId,
  }
}
