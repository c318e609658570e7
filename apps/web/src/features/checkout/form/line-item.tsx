import type { LineView } from '@cotation/contracts'
import { Checkbox } from '@mantine/core'
import type { LineNotes } from '#features/checkout/form/use-line-notes.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { LineNotesFields } from './line-notes-fields.tsx'
import classes from './lines.module.css'
import type { SeenLine } from './use-seen-lines.ts'

interface LineItemProps {
  line: LineView
  /** The line in the last preview that contained it; undefined if none did. */
  seen: SeenLine | undefined
  readyDay: (workingDays: number) => string | undefined
  notes: LineNotes
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

export function LineItem({ line, seen, readyDay, notes, isChosen, onChoose }: LineItemProps) {
  const t = useTranslations('checkout.lines')
  const { name } = line

  return (
    <li className={classes.line} data-off={!isChosen || undefined}>
      <Checkbox
        checked={isChosen}
        aria-label={t('choose', { name })}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <PartPicture thumbnailId={line.thumbnailId} />
      <div className={classes.words}>
        <h3 className={classes.name}>{name}</h3>
        {seen ? (
          <p className={classes.soft}>{[seen.material, seen.process, seen.colour].filter(Boolean).join(' · ')}</p>
        ) : null}
        <ReadyDate workingDays={seen?.workingDays} readyDay={readyDay} />
      </div>
      <Figures line={line} seen={seen} />
      {isChosen ? <LineNotesFields line={line} notes={notes} /> : null}
    </li>
  )
}

function ReadyDate({ workingDays, readyDay }: { workingDays: number | undefined } & Pick<LineItemProps, 'readyDay'>) {
  const t = useTranslations('checkout.lines')
  const { day } = useFormats()
  if (workingDays === undefined) return null

  const date = readyDay(workingDays)
  const text = date ? t('ready', { date: day(date), days: workingDays }) : t('days', { days: workingDays })
  return <p className={classes.soft}>{text}</p>
}

function Figures({ line, seen }: Pick<LineItemProps, 'line' | 'seen'>) {
  const t = useTranslations('checkout.lines')
  const { money } = useFormats()
  const quantity = seen?.quantity ?? line.configuration?.quantity

  // Falls back to the price in the project for a line that no preview contained.
  const totalMinor = seen?.totalMinor ?? line.manual?.answer?.lineMinor ?? line.price?.linePrice.minor

  return (
    <p className={classes.figures}>
      {quantity === undefined ? null : <span>{t('quantity', { count: quantity })}</span>}
      {totalMinor === undefined ? null : <strong className={classes.price}>{money(totalMinor)}</strong>}
      {seen && seen.quantity > 1 ? (
        <span className={classes.soft}>{t('unit', { price: money(seen.unitMinor) })}</span>
      ) : null}
    </p>
  )
}
