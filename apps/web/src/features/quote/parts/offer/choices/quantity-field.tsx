import { type Catalogue, mostParts } from '@cotation/domain'
import { useId } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { copiesOf } from '../figures/copies-of.ts'
import classes from '../offer.module.css'
import { useFaultText } from '../use-figures.ts'

interface QuantityFieldProps {
  catalogue: Catalogue
  copies: string
  /** How often the file has this body. */
  each: number
  onChange: (copies: string) => void
}

/** How many copies of the file; a body that it has several times is made as often for each. */
export function QuantityField({ catalogue, copies, each, onChange }: QuantityFieldProps) {
  const t = useTranslations('parts.offer')
  const faultText = useFaultText(catalogue)
  const id = useId()
  const { copies: count, fault } = copiesOf(copies, each)
  const wrong = fault && faultText(fault)
  const note = wrong ?? (each > 1 && count ? t('total', { each, count: count * each }) : undefined)
  return (
    <>
      <div className={classes.field}>
        <label htmlFor={id}>{t('quantity')}</label>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={1}
          max={Math.floor(mostParts / each)}
          step={1}
          value={copies}
          aria-invalid={wrong !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {note ? (
        <p id={`${id}-note`} className={wrong ? classes.wrong : classes.soft}>
          {note}
        </p>
      ) : null}
    </>
  )
}
