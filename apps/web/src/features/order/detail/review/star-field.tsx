import { IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './review.module.css'

const stars = [1, 2, 3, 4, 5] as const

interface StarFieldProps {
  name: string
  label: string
  /** 0 while nothing is chosen. */
  value: number
  error: string | undefined
  onChange: (value: number) => void
}

/** Radio buttons, so that one to five stars work with the keyboard and screen readers. */
export function StarField({ name, label, value, error, onChange }: StarFieldProps) {
  const t = useTranslations('order.review')
  const id = useId()

  return (
    <fieldset className={classes.field} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.stars}>
        {stars.map((star) => (
          <label key={star} className={classes.star} data-on={star <= value || undefined}>
            <input
              type="radio"
              className="visually-hidden"
              name={`${id}-${name}`}
              value={star}
              checked={star === value}
              required
              aria-invalid={error !== undefined}
              data-path={star === 1 ? name : undefined}
              onChange={() => onChange(star)}
            />
            <IconStarFilled size={26} aria-hidden />
            <span className="visually-hidden">{t('star', { count: star })}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
