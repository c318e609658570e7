import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockX,
  IconMessageQuestion,
  IconProgress,
} from '@tabler/icons-react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import classes from './cells.module.css'
import type { RowActions } from './row-actions.ts'
import { UploadProgress } from './upload-progress.tsx'

const icons = {
  ready: IconCircleCheck,
  analysing: IconProgress,
  'needs-decision': IconAlertTriangle,
  configuring: IconAdjustmentsHorizontal,
  'manual-quote': IconMessageQuestion,
  expired: IconClockX,
} as const

interface StatusCellProps {
  line: WorkLine
  texts: LineTexts
  on: RowActions
  tabIndex: 0 | -1
}

/**
 * The status by icon, word and colour; below it the upload progress, or what the customer must do.
 */
export function StatusCell({ line, texts, on, tabIndex }: StatusCellProps) {
  const { word, detail, tone } = texts.status(line)
  const Icon = icons[line.status]

  return (
    <>
      <span className={classes.status} data-tone={tone}>
        <Icon size={16} aria-hidden className={classes.icon} />
        {word}
      </span>
      {line.progress ? <UploadProgress {...{ line, texts, on, tabIndex }} progress={line.progress} /> : null}
      {!line.progress && detail ? (
        <span className={classes.detail} title={detail}>
          {detail}
        </span>
      ) : null}
    </>
  )
}
