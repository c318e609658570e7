import { type ReactNode, useId } from 'react'
import type { Lack, Section as SectionName } from '#features/checkout/form/draft.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './section.module.css'

/** The message for a missing entry (spec 8). */
export function useLackText() {
  const t = useTranslations()
  return (lack: Lack): string => {
    if (lack === 'accountMissing') return t('checkout.shipping.accountMissing')
    if (lack === 'stillSending') return t('checkout.lines.stillSending')
    return t(`validation.${lack}`)
  }
}

interface SectionProps {
  /** A refused submit focuses the section by this name. */
  name?: SectionName
  title: string
  lack?: Lack | undefined
  children: ReactNode
}

/** One step of the checkout. It shows what is missing and can take the focus. */
export function Section({ name, title, lack, children }: SectionProps) {
  const id = useId()
  const lackText = useLackText()

  return (
    <section className={classes.section} aria-labelledby={id} data-section={name} tabIndex={-1}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {lack ? (
        <p role="alert" className={classes.wrong}>
          {lackText(lack)}
        </p>
      ) : null}
      {children}
    </section>
  )
}
