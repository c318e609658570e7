import { QueueState } from './queue-state.tsx'
import { useWorkQueues } from './use-work-queues.ts'
import classes from './work.module.css'

/** Sends the work of an operator while another screen is shown, and says what waits or was refused. */
export function WaitingWork() {
  const queues = useWorkQueues()
  const { reports, values, photos, conclusions, trays, remakes } = queues
  if ([reports, values, photos, conclusions, trays, remakes].every(({ length }) => length === 0)) return null

  return (
    <div className={classes.aboveScreen}>
      <QueueState queues={queues} />
    </div>
  )
}
