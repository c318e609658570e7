import { descriptionTexts } from '@cotation/domain'
import { useRef, useState } from 'react'
import { LandedCharges } from '#features/quote/project/landed-charges.tsx'
import { useEstimate } from '#features/quote/workspace/estimate.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import { type LineTexts, useLineTexts } from '#features/quote/workspace/use-line-texts.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { countryName } from '#lib/texts/country-name.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Button } from '#ui/button.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Table } from '#ui/table.tsx'
import classes from './shared.module.css'
import { SharedPart } from './shared-part.tsx'

/** Name, technology if one was chosen, validity and total. */
function Heading({ workspace: { project, lines, total } }: { workspace: Workspace }) {
  const t = useTranslations('project')
  const { date, money } = useFormats()
  const isOver = Date.parse(project.validUntil) <= Date.now()
  const undecidedMinor = total.undecided.minor + total.analysing.minor

  return (
    <header className={classes.header}>
      <div>
        <p className={classes.note}>{t('shared.note')}</p>
        <h1 className={classes.title}>{project.name}</h1>
        <p className={classes.facts}>
          {project.serviceChosen ? <span>{t(`service.${project.service}`)}</span> : null}
          <span>{t('shared.lines', { count: lines.length })}</span>
          <span className={isOver ? classes.late : undefined}>
            {t(isOver ? 'shared.over' : 'shared.valid', { date: date(project.validUntil) })}
          </span>
        </p>
      </div>
      <p>
        <span className={classes.label}>{t('shared.total')}</span>
        <br />
        <span className={classes.total}>{money(total.ready.minor)}</span>
        {undecidedMinor > 0 ? (
          <>
            <br />
            <span className={classes.label}>{t('shared.undecided', { amount: money(undecidedMinor) })}</span>
          </>
        ) : null}
      </p>
    </header>
  )
}

/** What the ready parts cost in the country that the owner chose. */
function Landed({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('line.landed')
  const { money } = useFormats()
  const { language } = useLanguage()
  const shown = useEstimate(workspace)
  const { country, estimate } = shown
  const isKnown = !('refusals' in estimate)

  return (
    <details className={classes.landed}>
      <summary>
        {t('labelIn', { country: countryName(country, language) })}
        {isKnown ? <strong>{money(estimate.totalMinor)}</strong> : null}
      </summary>
      <LandedCharges workspace={workspace} shown={shown} />
    </details>
  )
}

/** A project opened through its read-only link. */
export function SharedProject({ linkKey, workspace }: { linkKey: string; workspace: Workspace }) {
  const [openId, setOpenId] = useState<string>()
  const opener = useRef<HTMLElement>(null)
  const open = (lineId: string, from: HTMLElement) => {
    opener.current = from
    setOpenId(lineId)
  }

  const line = workspace.lines.find(({ id }) => id === openId)

  return (
    <div className={classes.page}>
      <Heading workspace={workspace} />
      {workspace.project.country === null ? null : <Landed workspace={workspace} />}
      {workspace.lines.length > 0 ? <SharedLines workspace={workspace} openId={openId} onOpen={open} /> : null}
      {line ? (
        <SharedPart
          key={line.id}
          linkKey={linkKey}
          workspace={workspace}
          line={line}
          onClose={() => {
            setOpenId(undefined)
            opener.current?.focus()
          }}
        />
      ) : null}
    </div>
  )
}

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
    const amountOf = (minor: number | undefined) => {
      if (minor === undefined) return ''
      return price?.isFrom ? texts.t('from', { price: texts.money(minor) }) : texts.money(minor)
    }
    const linePrice = amountOf(price?.lineMinor)
    const material = texts.material(line)

    return {
      size: texts.size(line) ?? '',
      material: material ? descriptionTexts(material).join(' · ') : '',
      quantity: line.configuration ? texts.count(line.configuration.quantity) : '',
      lead: price?.workingDays === undefined ? '' : t('days', { days: price.workingDays }),
      unit: amountOf(price?.unitMinor),
      line: price?.isIndicative ? t('indicative', { price: linePrice }) : linePrice,
      status: texts.status(line).word,
    }
  }
}

/** The lines as a table; on a phone each row is a card with labels. */
function SharedLines({ workspace, openId, onOpen }: SharedLinesProps) {
  const t = useTranslations('project.shared')
  const cells = useCells(useLineTexts(workspace))

  return (
    <Table caption={t('table')} headings={columns.map((column) => t(`column.${column}`))} className={classes.table}>
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
                <BreakableName name={line.name} />
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
    </Table>
  )
}
