import { Textarea, TextInput } from '@mantine/core'
import { Section, useLackText } from '#features/checkout/form/section.tsx'
import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './order.module.css'

/** The customer's purchase order number and a comment on the whole order. */
export function References({ checkout: { draft, change } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.details')
  return (
    <Section title={t('title')}>
      <TextInput
        label={t('po')}
        description={t('poHint')}
        maxLength={60}
        value={draft.poNumber}
        onChange={({ currentTarget }) => change({ poNumber: currentTarget.value })}
      />
      <Textarea
        label={t('comment')}
        description={t('commentHint')}
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.comment}
        onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
      />
    </Section>
  )
}

/** Accounts that order for others name the end customer (product decisions, People and roles). */
export function EndCustomer({ checkout: { draft, change, missing } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.details')
  const lackText = useLackText()

  return (
    <Section name="entrust" title={t('entrust')}>
      <p className={classes.soft}>{t('entrustText')}</p>
      <TextInput
        type="email"
        label={t('email')}
        required
        value={draft.customerEmail}
        error={missing.entrust ? lackText(missing.entrust) : undefined}
        onChange={({ currentTarget }) => change({ customerEmail: currentTarget.value })}
      />
      <TextInput
        label={t('platform')}
        maxLength={60}
        value={draft.platformOrderNumber}
        onChange={({ currentTarget }) => change({ platformOrderNumber: currentTarget.value })}
      />
    </Section>
  )
}
