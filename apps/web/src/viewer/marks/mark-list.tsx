import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './marks.module.css'
import { equalMarks, nextMark, type ViewMark } from './marks.ts'

interface MarkListProps {
  marks: readonly ViewMark[]
  selected: string | undefined
  onChoose: (mark: ViewMark) => void
}

/**
 * All findings and holes as buttons. Marks with the same label share one button, which cycles
 * through them.
 */
export function MarkList({ marks, selected, onChoose }: MarkListProps) {
  const t = useTranslations('viewer.marks')
  const of = (kind: ViewMark['kind']) => marks.filter((mark) => mark.kind === kind)
  if (marks.every(({ kind }) => kind === 'place')) return null

  return (
    <details className={classes.list}>
      <summary>{t('title', { findings: equalMarks(of('finding')).length, holes: of('hole').length })}</summary>
      <div className={classes.groups}>
        <Marks kind="finding" marks={marks} selected={selected} onChoose={onChoose} />
        <Marks kind="hole" marks={marks} selected={selected} onChoose={onChoose} />
      </div>
    </details>
  )
}

function Marks({ kind, marks, selected, onChoose }: MarkListProps & { kind: 'finding' | 'hole' }) {
  const t = useTranslations('viewer.marks')
  const groups = equalMarks(marks.filter((mark) => mark.kind === kind))
  if (groups.length === 0) return null

  return (
    <ul aria-label={t(kind)}>
      {groups.map(({ label, tone, marks: equal }) => {
        const at = equal.findIndex(({ id }) => id === selected)
        return (
          <li key={label}>
            <Button
              variant="bare"
              className={classes.entry}
              data-tone={tone}
              aria-pressed={at >= 0}
              onClick={() => {
                const next = nextMark(equal, selected)
                if (next) onChoose(next)
              }}
            >
              {tone === 'neutral' ? null : <strong>{t(`tone.${tone}`)}</strong>} {label}
              {equal.length > 1 ? (
                <span className={classes.count}>
                  {at >= 0 ? t('nth', { n: at + 1, count: equal.length }) : t('count', { count: equal.length })}
                </span>
              ) : null}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
