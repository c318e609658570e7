import { Link } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './drop-sheet.module.css'
import { PartDrawing } from './part-drawing.tsx'

const accepted = '.stl,.step,.stp'
const isAccepted = (name: string) => /\.(stl|step|stp)$/i.test(name)

type Outcome = { kind: 'soon'; name: string } | { kind: 'unsupported'; name: string }

/** The sheet that takes the file. Files never leave the browser here: analysis is not open yet, and the sheet says so. */
export function DropSheet() {
  const t = useTranslations('quote.drop')
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const take = (files: FileList | null) => {
    const [first, ...others] = [...(files ?? [])]
    if (!first) return
    const refused = [first, ...others].find((file) => !isAccepted(file.name))
    const name = others.length > 0 ? t('several', { count: others.length + 1 }) : first.name
    setOutcome(refused ? { kind: 'unsupported', name: refused.name } : { kind: 'soon', name })
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
        {outcome?.kind === 'soon' ? (
          <>
            <p className={classes.label}>{t('soonTitle')}</p>
            <p className={classes.text}>{t('soonText', { name: outcome.name })}</p>
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
            {outcome ? <p className={classes.text}>{t('unsupported', { name: outcome.name })}</p> : null}
            <button type="button" className={buttons.primary} onClick={choose}>
              {t('choose')}
            </button>
          </>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={accepted}
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
