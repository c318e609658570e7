import { Link } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './drop-sheet.module.css'
import { PartDrawing } from './part-drawing.tsx'

/** Only what the file dialog offers first: whether a file is a part is decided by its content. */
const offered = '.stl,.step,.stp'

interface DropSheetProps {
  /** Whether files were taken before, so that the sheet says what comes next. */
  taken: boolean
  onFiles: (files: File[]) => void
}

/** The sheet that takes the files. They never leave the browser here: ordering is not open yet, and the sheet says so. */
export function DropSheet({ taken, onFiles }: DropSheetProps) {
  const t = useTranslations('quote.drop')
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files])
  }
  const choose = () => input.current?.click()
  const dragged = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }

  return (
    <section
      className={classes.sheet}
      data-over={over}
      aria-label={t('label')}
      onDragEnter={(event) => dragged(event, true)}
      onDragOver={(event) => dragged(event, true)}
      onDragLeave={(event) => dragged(event, event.currentTarget.contains(event.relatedTarget as Node | null))}
      onDrop={(event) => {
        dragged(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <PartDrawing />
      <div className={classes.call} role="status">
        {taken ? (
          <>
            <p className={classes.label}>{t('takenTitle')}</p>
            <p className={classes.text}>{t('takenText')}</p>
            <span className={classes.actions}>
              <Link to="/contact" search={{ topic: 'quote' }} className={buttons.primary}>
                {t('contact')}
              </Link>
              <button type="button" className={buttons.secondary} onClick={choose}>
                {t('again')}
              </button>
            </span>
          </>
        ) : (
          <>
            <p className={classes.label}>{over ? t('over') : t('label')}</p>
            <button type="button" className={buttons.primary} onClick={choose}>
              {t('choose')}
            </button>
          </>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={offered}
        multiple
        hidden
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <TitleBlock />
    </section>
  )
}

/** The title block of a drawing, with what the sheet accepts. */
function TitleBlock() {
  const t = useTranslations('quote.drop')
  return (
    <dl className={classes.block}>
      {(['formats', 'size', 'count', 'kept'] as const).map((entry) => (
        <div key={entry} className={classes.cell}>
          <dt>{t(entry)}</dt>
          <dd>{t(`${entry}Value`)}</dd>
        </div>
      ))}
    </dl>
  )
}
