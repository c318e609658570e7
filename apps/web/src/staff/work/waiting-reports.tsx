import { QueueState } from './queue-state.tsx'
import { useReportQueue } from './use-report-queue.ts'
import classes from './work.module.css'

/** Sends what an operator has reported while another screen is shown, and says what still waits. */
export function WaitingReports() {
  const queue = useReportQueue()
  if (queue.reports.length === 0 && queue.remakes.length === 0) return null

  return (
    <div className={classes.aboveScreen}>
      <QueueState queue={queue} />
    </div>
  )
}
