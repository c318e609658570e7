import type { CheckoutView, LineView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { shipDate } from '@cotation/pricing'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useMemo, useState } from 'react'
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

  const ready = project.lines.filter(({ status }) => status === 'ready')
  const ordered = project.lines.filter(({ status }) => status === 'ordered')
  const unready = project.lines.filter(({ status }) => status !== 'ready' && status !== 'ordered')
  const chosen = ready.filter(({ id }) => draft.lineIds.includes(id))
  const setChosen = (isChosen: (line: LineView) => boolean) =>
    change({ lineIds: ready.filter(isChosen).map(({ id }) => id) })

  return (
    <Section name="lines" title={t('title')} error={errors.lines}>
      {ready.length > 1 ? (
        <Checkbox
          label={t('all')}
          checked={chosen.length === ready.length}
          indeterminate={chosen.length > 0 && chosen.length < ready.length}
          onChange={() => setChosen(() => chosen.length < ready.length)}
        />
      ) : null}
      <ul className={classes.lines}>
        {ready.map((line) => (
          <ReadyLine
            key={line.id}
            line={line}
            preview={previews.get(line.id)}
            amounts={amounts}
            readyDay={readyDay}
            notes={notes}
            isChosen={chosen.includes(line)}
            onChoose={(isChosen) => setChosen(({ id }) => (id === line.id ? isChosen : draft.lineIds.includes(id)))}
          />
        ))}
      </ul>
      {ordered.length > 0 ? <OrderedLines lines={ordered} /> : null}
      {unready.length > 0 ? <UnreadyLines projectId={project.id} lines={unready} /> : null}
    </Section>
  )
}

interface ReadyLineProps {
  line: LineView
  /** The line in the last preview that contained it; undefined if none did. */
  preview: LinePreview | undefined
  amounts: ReturnType<typeof useShownAmounts>
  readyDay: (workingDays: number) => string | undefined
  notes: LineNotes
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function ReadyLine({ line, preview, amounts, readyDay, notes, isChosen, onChoose }: ReadyLineProps) {
  const t = useTranslations('checkout.lines')

  return (
    <li className={classes.line} data-off={!isChosen || undefined}>
      <Checkbox
        checked={isChosen}
        aria-label={t('choose', { name: line.name })}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <LineFacts line={line} preview={preview} readyDay={readyDay} />
      <Figures line={line} preview={preview} amounts={amounts} />
      {isChosen ? <LineNotesFields line={line} notes={notes} /> : null}
    </li>
  )
}

/**
 * Memoised: every preview renders the whole form in one piece, and most of that time went to the
 * dates and customs texts of parts that had not changed.
 */
const LineFacts = memo(function LineFacts({
  line,
  preview,
  readyDay,
}: Pick<ReadyLineProps, 'line' | 'preview' | 'readyDay'>) {
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
})

function Figures({ line, preview, amounts }: Pick<ReadyLineProps, 'line' | 'preview' | 'amounts'>) {
  const t = useTranslations('checkout.lines')
  const quantity = preview?.quantity ?? line.configuration?.quantity

  // Falls back to the price in the project for a line that no preview contained.
  const usdMinor = preview?.totalMinor ?? line.manual?.answer?.lineMinor ?? line.price?.linePrice.minor

  const priceText = () => {
    const shownMinor = amounts.lines.get(line.id)
    if (shownMinor !== undefined) return amounts.format(shownMinor)
    return usdMinor === undefined ? undefined : amounts.fromUsd(usdMinor)
  }
  const price = priceText()

  return (
    <p className={classes.figures}>
      {quantity === undefined ? null : <span>{t('quantity', { count: quantity })}</span>}
      {price === undefined ? null : <strong>{price}</strong>}
      {preview && preview.quantity > 1 ? (
        <Hint as="span">{t('unit', { price: amounts.fromUsd(preview.unitMinor) })}</Hint>
      ) : null}
    </p>
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
