import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockX,
  IconMessageQuestion,
  IconProgress,
} from '@tabler/icons-react'
import type { RowActions } from '#features/quote/lines/row-actions.ts'
import type { LineWords } from '#features/quote/lines/use-line-words.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import classes from './cells.module.css'
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
  words: LineWords
  on: RowActions
  tabIndex: 0 | -1
}

/** Icon, word and colour: none of them alone. Below it what is asked, or how far the file is. */
export function StatusCell({ line, words, on, tabIndex }: StatusCellProps) {
  const { word, detail, tone } = words.status(line)
  const Icon = icons[line.status]

  return (
    <>
      <span className={classes.status} data-tone={tone}>
        <Icon size={16} aria-hidden className={classes.icon} />
        {word}
      </span>
      {line.progress ? <UploadProgress {...{ line, words, on, tabIndex }} progress={line.progress} /> : null}
      {!line.progress && detail ? (
        <span className={classes.detail} title={detail}>
          {detail}
        </span>
      ) : null}
    </>
  )
}
