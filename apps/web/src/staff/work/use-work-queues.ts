import type { RemakeView } from '@cotation/contracts'
import { useCallback, useEffect, useState } from 'react'
import { useMember } from '#lib/gateway/member.ts'
import { useStore } from '#lib/store.ts'
import { conclusionQueue, photoQueue, showInspections, valueQueue } from './inspection.api.ts'
import type { ReportAnswer } from './report-queue.ts'
import { showTray, trayQueue } from './tray.api.ts'
import { reportQueue, showAnswer } from './work.api.ts'

/** How often waiting work is tried again; the browser's event for a network is not reliable. */
const retryMs = 5000

/** The queues of this browser, and what they hold. Sends what waits while the screen is open. */
export function useWorkQueues() {
  const { id: memberId } = useMember()
  const reports = useStore(reportQueue.store)
  const values = useStore(valueQueue.store)
  const photos = useStore(photoQueue.store)
  const conclusions = useStore(conclusionQueue.store)
  const trays = useStore(trayQueue.store)
  const [remakes, setRemakes] = useState<readonly RemakeView[]>([])

  const showRemake = useCallback((remake: RemakeView) => {
    setRemakes((known) => [...known.filter(({ runId }) => runId !== remake.runId), remake])
  }, [])

  const show = useCallback(
    (code: string, answer: ReportAnswer) => {
      showAnswer(code, answer)
      if (answer.remake) showRemake(answer.remake)
    },
    [showRemake],
  )

  useEffect(() => {
    reportQueue.onAnswer = show
    conclusionQueue.onAnswer = (code, { inspections, run, remake }) => {
      showInspections(code, inspections)
      show(code, { run, remake })
    }
    trayQueue.onAnswer = ({ tray, remakes }) => {
      showTray(tray)
      for (const remake of remakes) showRemake(remake)
    }

    // All wait for the same network. Photos follow the reports; a conclusion comes last.
    const flush = async () => {
      await Promise.all([reportQueue.flush(memberId), valueQueue.flush(memberId), trayQueue.flush(memberId)])
      await photoQueue.flush(memberId)
      await conclusionQueue.flush(memberId)
    }
    const start = () => void flush()

    start()
    const timer = setInterval(start, retryMs)
    window.addEventListener('online', start)

    return () => {
      clearInterval(timer)
      window.removeEventListener('online', start)
      reportQueue.onAnswer = showAnswer
      conclusionQueue.onAnswer = (code, { inspections, run }) => {
        showInspections(code, inspections)
        showAnswer(code, { run })
      }
      trayQueue.onAnswer = ({ tray }) => showTray(tray)
    }
  }, [memberId, show, showRemake])

  return {
    reports,
    own: reports.filter((report) => report.memberId === memberId),
    values,
    ownValues: values.filter((value) => value.memberId === memberId),
    photos,
    ownPhotos: photos.filter((photo) => photo.memberId === memberId),
    conclusions,
    ownConclusions: conclusions.filter((conclusion) => conclusion.memberId === memberId),
    trays,
    ownTrays: trays.filter((report) => report.memberId === memberId),
    remakes,
    /** Shows the answer to what was reported without the queue. */
    show,
    forgetRemake: (runId: string) => setRemakes((known) => known.filter((remake) => remake.runId !== runId)),
    memberId,
  }
}
