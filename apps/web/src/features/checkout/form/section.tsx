import { type ReactNode, useId } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Heading, Text } from '#ui/text.tsx'
import type { EntryError, SectionName } from './draft.ts'
import classes from './form.module.css'

/** The message for a missing or wrong entry (spec 8). */
export function useEntryErrorText() {
  const t = useTranslations()
  return (error: EntryError): string => {
    if (error === 'stillSending') return t('checkout.lines.stillSending')
    return t(`validation.${error}`)
  }
}

interface SectionProps {
  /** A refused submit focuses the section by this name. */
  name?: SectionName
  title: string
  error?: EntryError | undefined
  children: ReactNode
}

/** One step of the checkout. It shows its error and can take the focus. */
export function Section({ name, title, error, children }: SectionProps) {
  const id = useId()
  const errorText = useEntryErrorText()

  return (
    <section className={classes.section} aria-labelledby={id} data-section={name} tabIndex={-1}>
      <Heading level={2} id={id}>
        {title}
      </Heading>
      {error ? (
        <Text role="alert" tone="danger" className={classes.error}>
          {errorText(error)}
        </Text>
      ) : null}
      {children}
    </section>
  )
}
