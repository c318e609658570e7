import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockX,
  IconMessageQuestion,
  IconPlayerPause,
  IconPlayerPlay,
  IconProgress,
  IconX,
} from '@tabler/icons-react'
import type { LineTexts } from '#features/quote/workspace/use-line-texts.ts'
import type { LineProgress, WorkLine } from '#features/quote/workspace/work-line.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import classes from './lines.module.css'
import type { RowActions } from './row-actions.ts'

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

interface UploadProgressProps {
  line: WorkLine
  progress: LineProgress
  texts: LineTexts
  on: RowActions
  tabIndex: 0 | -1
}

/** The progress of a file, with buttons to pause, resume or cancel it. */
function UploadProgress({ line, progress, texts, on, tabIndex }: UploadProgressProps) {
  const { t, share } = texts
  const { step, done, isLong } = progress
  const word = t(isLong ? 'progress.long' : `progress.${step}`)

  return (
    <span className={classes.progress}>
      <progress
        className={classes.bar}
        aria-label={t('progress.of', { name: line.name })}
        {...(done === undefined ? {} : { value: done })}
        max={1}
      />
      <span className={classes.progressText}>
        {/* The status above already says that it was interrupted; the button needs the room. */}
        <span className={classes.step} title={word}>
          {step === 'interrupted' ? null : word}
          {step === 'interrupted' || done === undefined ? null : ` ${share(Math.floor(done * 100) / 100)}`}
        </span>
        <ProgressButtons {...{ line, step, texts, on, tabIndex }} />
      </span>
    </span>
  )
}

type ButtonsProps = Omit<UploadProgressProps, 'progress'> & Pick<LineProgress, 'step'>

function ProgressButtons({ line: { id, name }, step, texts: { t }, on, tabIndex }: ButtonsProps) {
  // Once the server has the file, it can no longer be paused; removing the line still cancels it.
  const isSending = step === 'uploading' || step === 'waiting' || step === 'parsing'
  return (
    <>
      {isSending ? (
        <IconButton
          variant="secondary"
          size="xs"
          className={classes.small}
          tabIndex={tabIndex}
          aria-label={t('progress.pauseOf', { name })}
          onClick={() => on.pause(id)}
        >
          <IconPlayerPause size={14} aria-hidden />
        </IconButton>
      ) : null}
      {step === 'paused' ? (
        <IconButton
          variant="secondary"
          size="xs"
          className={classes.small}
          tabIndex={tabIndex}
          aria-label={t('progress.resumeOf', { name })}
          onClick={() => on.resume(id)}
        >
          <IconPlayerPlay size={14} aria-hidden />
        </IconButton>
      ) : null}
      {step === 'interrupted' ? (
        <Button
          variant="link"
          className={classes.again}
          tabIndex={tabIndex}
          aria-label={t('progress.againOf', { name })}
          onClick={() => on.resume(id)}
        >
          {t('progress.again')}
        </Button>
      ) : null}
      <IconButton
        variant="secondary"
        size="xs"
        className={classes.small}
        tabIndex={tabIndex}
        aria-label={t('progress.cancelOf', { name })}
        onClick={() => on.cancel(id)}
      >
        <IconX size={14} aria-hidden />
      </IconButton>
    </>
  )
}
