import { type LineTexts, useLineTexts } from '#features/quote/texts/use-line-texts.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import classes from './shared.module.css'

const columns = ['part', 'size', 'material', 'quantity', 'lead', 'unit', 'line', 'status'] as const

interface SharedLinesProps {
  workspace: Workspace
  openId: string | undefined
  /** `opener` gets the focus back when the part is closed. */
  onOpen: (lineId: string, opener: HTMLElement) => void
}

/** The cell texts of a line by column. */
function useCells(texts: LineTexts) {
  const t = useTranslations('project.shared')
  return (line: WorkLine): Record<Exclude<(typeof columns)[number], 'part'>, string> => {
    const price = shownPrice(line)
    const material = texts.material(line)

    return {
      size: texts.size(line) ?? '',
      material: material ? [material.name, material.process, material.colour].filter(Boolean).join(', ') : '',
      quantity: line.configuration ? texts.count(line.configuration.quantity) : '',
      lead: price?.workingDays === undefined ? '' : t('days', { days: price.workingDays }),
      unit: price ? texts.money(price.unitMinor) : '',
      line: price ? texts.money(price.lineMinor) : '',
      status: texts.status(line).word,
    }
  }
}

/** The lines as a table; on a phone each row is a card with labels. */
export function SharedLines({ workspace, openId, onOpen }: SharedLinesProps) {
  const t = useTranslations('project.shared')
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
                <Button
                  variant="bare"
                  className={classes.name}
                  aria-label={t('open', { name: line.name })}
                  aria-expanded={line.id === openId}
                  onClick={(event) => onOpen(line.id, event.currentTarget)}
                >
                  {line.name}
                </Button>
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
