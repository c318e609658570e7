import { type LineTexts, useLineTexts } from '#features/quote/texts/use-line-texts.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import classes from './shared.module.css'

const columns = ['part', 'size', 'material', 'quantity', 'lead', 'unit', 'line', 'status'] as const

interface SharedLinesProps {
  workspace: Workspace
  openId: string | undefined
  /** `opener` is what had the focus, and gets it back. */
  onOpen: (lineId: string, opener: HTMLElement) => void
}

/** What a line says under each column. */
function useCells(texts: LineTexts) {
  const t = useTranslations('centre.shared')
  return (line: WorkLine): Record<Exclude<(typeof columns)[number], 'part'>, string> => {
    const figures = shownPrice(line)
    const material = texts.material(line)

    return {
      size: texts.size(line) ?? '',
      material: material ? [material.name, material.process, material.colour].filter(Boolean).join(', ') : '',
      quantity: line.configuration ? texts.count(line.configuration.quantity) : '',
      lead: figures?.workingDays === undefined ? '' : t('days', { days: figures.workingDays }),
      unit: figures ? texts.money(figures.unitMinor) : '',
      line: figures ? texts.money(figures.lineMinor) : '',
      status: texts.status(line).word,
    }
  }
}

/** The lines as a table; on a phone each row is a card that names its own columns. */
export function SharedLines({ workspace, openId, onOpen }: SharedLinesProps) {
  const t = useTranslations('centre.shared')
  const cells = useCells(useLineTexts(workspace.catalogue))

  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t('table')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {workspace.lines.map((line) => (
          <tr key={line.id} data-open={line.id === openId || undefined}>
            <th scope="row">
              <div className={classes.part}>
                <PartPicture thumbnailId={line.view.thumbnailId} small />
                <button
                  type="button"
                  className={classes.name}
                  aria-label={t('open', { name: line.name })}
                  aria-expanded={line.id === openId}
                  onClick={(event) => onOpen(line.id, event.currentTarget)}
                >
                  {line.name}
                </button>
              </div>
            </th>
            {Object.entries(cells(line)).map(([column, text]) => (
              <td
                key={column}
                data-column={column}
                data-label={t(`column.${column as (typeof columns)[number]}`)}
                data-empty={text === ''}
              >
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
