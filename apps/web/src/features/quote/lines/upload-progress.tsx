import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import type { LineProgress, WorkLine } from '#features/quote/workspace/work-line.ts'
import classes from './cells.module.css'
import type { RowActions } from './row-actions.ts'

interface UploadProgressProps {
  line: WorkLine
  progress: LineProgress
  texts: LineTexts
  on: RowActions
  tabIndex: 0 | -1
}

/** How far a file is, with what can be done about it. */
export function UploadProgress({ line, progress, texts, on, tabIndex }: UploadProgressProps) {
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
        {/* That it broke off stands above; the way on needs the room. */}
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
  // What the server has is its own to finish; removing the line ends it all the same.
  const isSending = step === 'uploading' || step === 'waiting' || step === 'parsing'
  return (
    <>
      {isSending ? (
        <button
          type="button"
          className={classes.small}
          tabIndex={tabIndex}
          aria-label={t('progress.pauseOf', { name })}
          onClick={() => on.pause(id)}
        >
          <IconPlayerPause size={14} aria-hidden />
        </button>
      ) : null}
      {step === 'paused' ? (
        <button
          type="button"
          className={classes.small}
          tabIndex={tabIndex}
          aria-label={t('progress.resumeOf', { name })}
          onClick={() => on.resume(id)}
        >
          <IconPlayerPlay size={14} aria-hidden />
        </button>
      ) : null}
      {step === 'interrupted' ? (
        <label className={classes.again}>
          {t('progress.again')}
          <input
            type="file"
            className="visually-hidden"
            tabIndex={tabIndex}
            accept=".stl,.step,.stp"
            aria-label={t('progress.againOf', { name })}
            onChange={({ currentTarget: { files } }) => {
              const [file] = files ?? []
              if (file) on.resume(id, file)
            }}
          />
        </label>
      ) : null}
      <button
        type="button"
        className={classes.small}
        tabIndex={tabIndex}
        aria-label={t('progress.cancelOf', { name })}
        onClick={() => on.cancel(id)}
      >
        <IconX size={14} aria-hidden />
      </button>
    </>
  )
}
