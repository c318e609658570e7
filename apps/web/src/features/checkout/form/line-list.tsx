import type { CheckoutView, LineView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { shipDate } from '@cotation/pricing'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState } from 'react'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { useCustomsText } from '#lib/texts/customs-text.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import classes from './form.module.css'
import { LineNotesFields } from './line-notes-fields.tsx'
import { OrderedLines } from './ordered-lines.tsx'
import { Section } from './section.tsx'
import { useShownAmounts } from './shown-amounts.ts'
import type { CheckoutProps } from './use-checkout.ts'
import type { LineNotes } from './use-line-notes.ts'

type LinePreview = CheckoutView['lines'][number]

/**
 * The latest preview of each line, so that a deselected line keeps its text and price. The same
 * object while it says the same.
 */
function useLinePreviews(view: CheckoutView | null): ReadonlyMap<string | null, LinePreview> {
  const [seen, setSeen] = useState<CheckoutView | null>(null)
  const [previews, setPreviews] = useState<ReadonlyMap<string | null, LinePreview>>(new Map())

  if (view && view !== seen) {
    setSeen(view)
    const latest = view.lines.map((line) => [line.lineId, replaceEqualDeep(previews.get(line.lineId), line)] as const)
    setPreviews(new Map([...previews, ...latest]))
  }

  return previews
}

/**
 * Converts working days to the ISO date on which a part ordered now is shipped. Returns undefined
 * until the catalogue with the calendar has loaded.
 */
function useReadyDays(): (workingDays: number) => string | undefined {
  const catalogue = useQuery(catalogueQuery).data?.catalogue
  return useMemo(() => {
    const orderedAt = Date.now()
    return (workingDays) => catalogue && shipDate(workingDays, orderedAt, catalogue)
  }, [catalogue])
}

/** The lines of the project: a checkbox for each ready line, then the lines that are not ready. */
export function LineList({ checkout }: CheckoutProps) {
  const { project, draft, change, errors, notes, preview } = checkout
  const t = useTranslations('checkout.lines')
  const previews = useLinePreviews(preview.view)
  const amounts = useShownAmounts(preview.view)
  const readyDay = useReadyDays()

  const ready = useMemo(() => project.lines.filter(({ status }) => status === 'ready'), [project])
  const ordered = project.lines.filter(({ status }) => status === 'ordered')
  const unready = project.lines.filter(({ status }) => status !== 'ready' && status !== 'ordered')
  const chosen = ready.filter(({ id }) => draft.lineIds.includes(id))
  const setChosen = (isChosen: boolean) => change({ lineIds: isChosen ? ready.map(({ id }) => id) : [] })

  const { lineIds } = draft
  const choose = useCallback(
    (lineId: string, isChosen: boolean) => {
      const isWanted = (id: string) => (id === lineId ? isChosen : lineIds.includes(id))
      change({ lineIds: ready.map(({ id }) => id).filter(isWanted) })
    },
    [ready, lineIds, change],
  )

  return (
    <Section name="lines" title={t('title')} error={errors.lines}>
      {ready.length > 1 ? (
        <Checkbox
          label={t('all')}
          checked={chosen.length === ready.length}
          indeterminate={chosen.length > 0 && chosen.length < ready.length}
          onChange={() => setChosen(chosen.length < ready.length)}
        />
      ) : null}
      <ul className={classes.lines}>
        {ready.map((line) => (
          <ReadyLine
            key={line.id}
            line={line}
            preview={previews.get(line.id)}
            {...priceTexts(line, previews.get(line.id), amounts)}
            readyDay={readyDay}
            notes={notes}
            isChosen={chosen.includes(line)}
            onChoose={choose}
          />
        ))}
      </ul>
      {ordered.length > 0 ? <OrderedLines lines={ordered} /> : null}
      {unready.length > 0 ? <UnreadyLines projectId={project.id} lines={unready} /> : null}
    </Section>
  )
}

interface PriceTexts {
  /** Price of the whole line. */
  price: string | undefined
  /** Price of one part, if the line has several. */
  unitPrice: string | undefined
}

/** A line that no preview contained has the price of the project. */
function priceTexts(
  line: LineView,
  preview: LinePreview | undefined,
  amounts: ReturnType<typeof useShownAmounts>,
): PriceTexts {
  const usdMinor = preview?.totalMinor ?? line.manual?.answer?.lineMinor ?? line.price?.linePrice.minor

  const linePrice = () => {
    const shownMinor = amounts.lines.get(line.id)
    if (shownMinor !== undefined) return amounts.format(shownMinor)
    return usdMinor === undefined ? undefined : amounts.fromUsd(usdMinor)
  }

  const isSeveral = preview !== undefined && preview.quantity > 1
  return { price: linePrice(), unitPrice: isSeveral ? amounts.fromUsd(preview.unitMinor) : undefined }
}

interface ReadyLineProps extends PriceTexts {
  line: LineView
  /** The line in the last preview that contained it; undefined if none did. */
  preview: LinePreview | undefined
  readyDay: (workingDays: number) => string | undefined
  notes: LineNotes
  isChosen: boolean
  onChoose: (lineId: string, isChosen: boolean) => void
}

/**
 * Memoised, with texts instead of amounts: every preview renders the whole form in one piece, and
 * most of that time went to lines that had not changed.
 */
const ReadyLine = memo(function ReadyLine(props: ReadyLineProps) {
  const { line, preview, price, unitPrice, readyDay, notes, isChosen, onChoose } = props
  const t = useTranslations('checkout.lines')
  const quantity = preview?.quantity ?? line.configuration?.quantity

  return (
    <li className={classes.line} data-off={!isChosen || undefined}>
      <Checkbox
        checked={isChosen}
        aria-label={t('choose', { name: line.name })}
        onChange={({ currentTarget }) => onChoose(line.id, currentTarget.checked)}
      />
      <LineFacts line={line} preview={preview} readyDay={readyDay} />
      <p className={classes.figures}>
        {quantity === undefined ? null : <span>{t('quantity', { count: quantity })}</span>}
        {price === undefined ? null : <strong>{price}</strong>}
        {unitPrice === undefined ? null : <Hint as="span">{t('unit', { price: unitPrice })}</Hint>}
      </p>
      {isChosen ? <LineNotesFields line={line} notes={notes} /> : null}
    </li>
  )
})

function LineFacts({ line, preview, readyDay }: Pick<ReadyLineProps, 'line' | 'preview' | 'readyDay'>) {
  const t = useTranslations('checkout.lines')
  const { day } = useFormats()
  const customsText = useCustomsText()

  const shippingText = (days: number) => {
    const date = readyDay(days)
    return date ? t('ready', { date: day(date), days }) : t('days', { days })
  }

  return (
    <>
      <PartPicture thumbnailId={line.thumbnailId} />
      <div>
        <h3 className={classes.name}>
          <BreakableName name={line.name} />
        </h3>
        {preview ? (
          <>
            <Hint>{descriptionTexts(preview).join(' · ')}</Hint>
            <Hint>{shippingText(preview.workingDays)}</Hint>
            {preview.customs ? <Hint>{customsText(preview.customs)}</Hint> : null}
          </>
        ) : null}
      </div>
    </>
  )
}

/** Lines that cannot be ordered yet, each with the reason and a link to resolve it. */
function UnreadyLines({ projectId, lines }: { projectId: string; lines: readonly LineView[] }) {
  const t = useTranslations('checkout')
  return (
    <div className={classes.unready}>
      <Heading level={3}>{t('lines.leftTitle')}</Heading>
      <Hint>{t('lines.leftText')}</Hint>
      <ul>
        {lines.map(({ id, name, status, thumbnailId }) => (
          <li key={id}>
            <PartPicture thumbnailId={thumbnailId} small />
            <span>
              <span className={classes.name}>{name}</span>
              <Hint as="span">{t(`status.${status}`)}</Hint>
            </span>
            <Link
              to="/quote/$projectId"
              params={{ projectId }}
              search={{ part: id }}
              aria-label={t('lines.resolve', { name })}
            >
              {t('back')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
