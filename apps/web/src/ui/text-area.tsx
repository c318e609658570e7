import { type ComponentPropsWithRef, useId } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldFrame, type FieldTexts, useField } from './field.tsx'

interface TextAreaProps extends FieldTexts, ComponentPropsWithRef<'textarea'> {
  /**
   * The most characters that the form accepts. Unlike `maxLength` it cuts nothing: a longer text
   * that is pasted stays, with a message.
   */
  limit?: number
}

/** The share of the limit from which on the count is shown. */
const countedShare = 0.8

/** A longer text. `rows` is its smallest height: it grows with what is typed. */
export function TextArea({ limit, ...props }: TextAreaProps) {
  const t = useTranslations('app.ui')
  const countId = useId()
  // Contracts count without the spaces at both ends.
  const length = String(props.value ?? '').trim().length
  const isCounted = limit !== undefined && length >= limit * countedShare
  const isTooLong = limit !== undefined && length > limit

  const { label, description, rows = 2, className, error: givenError, ...rest } = props
  const error = isTooLong ? t('tooLong', { over: length - limit, limit }) : givenError
  const describedBy = classNames(props['aria-describedby'], isCounted && countId)
  const { attributes, isFramed } = useField({
    ...props,
    ...(isTooLong && { error }),
    'aria-describedby': describedBy || undefined,
  })

  const area = (
    <textarea
      {...rest}
      {...attributes}
      rows={rows}
      // A field that grows with its text ignores `rows`.
      style={{ minHeight: `calc(${rows}lh + 2 * var(--space-2))` }}
      className={classNames(classes.control, classes.area, !isFramed && className)}
    />
  )
  if (!isFramed) return area

  return (
    <FieldFrame id={attributes.id} label={label} description={description} error={error} className={className}>
      {area}
      {isCounted ? (
        <p id={countId} className={classes.count}>
          {t('characters', { length, limit })}
        </p>
      ) : null}
    </FieldFrame>
  )
}
