import { referenceLimits } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Hint } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Section, useEntryErrorText } from './section.tsx'
import type { CheckoutProps } from './use-checkout.ts'

/** The customer's purchase order number and a comment on the whole order. */
export function References({ checkout: { text } }: CheckoutProps) {
  const t = useTranslations('checkout.details')
  return (
    <Section title={t('title')}>
      <TextField {...text('poNumber')} label={t('po')} description={t('poHint')} maxLength={referenceLimits.poNumber} />
      <TextArea
        {...text('comment')}
        label={t('comment')}
        description={t('commentHint')}
        maxLength={referenceLimits.comment}
      />
    </Section>
  )
}

/** Accounts that order for others name the end customer (product decisions, People and roles). */
export function EndCustomer({ checkout: { text, errors } }: CheckoutProps) {
  const t = useTranslations('checkout.details')
  const errorText = useEntryErrorText()

  return (
    <Section name="entrust" title={t('entrust')}>
      <Hint>{t('entrustText')}</Hint>
      <TextField
        {...text('customerEmail')}
        type="email"
        label={t('email')}
        required
        error={errors.entrust && errorText(errors.entrust)}
      />
      <TextField
        {...text('platformOrderNumber')}
        label={t('platform')}
        maxLength={referenceLimits.platformOrderNumber}
      />
    </Section>
  )
}
