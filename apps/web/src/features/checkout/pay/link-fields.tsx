import { accountLimits, paymentLimits } from '@cotation/domain'
import type { ChangeEvent } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { LinkLanguage } from '#ui/pay/link-language.tsx'
import { Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { LinkDraft, LinkFaults, MailText } from './link-draft.ts'

interface LinkFieldsProps {
  draft: LinkDraft
  /** PO number of the order; without one there is nothing to show. */
  poNumber: string
  faults?: LinkFaults | undefined
  onChange: (changes: Partial<LinkDraft>) => void
}

/** What a payer sees of the customer and the order, and to whom the link is mailed. */
export function LinkFields({ draft, poNumber, faults, onChange }: LinkFieldsProps) {
  const t = useTranslations('payment.link')
  const validation = useTranslations('validation')

  const check = (name: 'showsRequester' | 'showsPoNumber' | 'showsParts' | 'isMailed') => ({
    checked: draft[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: currentTarget.checked }),
  })
  const type = (name: MailText | 'recipients') => ({
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  })

  const errorOfText = (name: MailText) => (faults?.texts.includes(name) ? validation('WEB_ADDRESS') : undefined)

  const errorOfRecipients = () => {
    if (!faults) return undefined

    const { recipients, wrongRecipients } = faults
    const wrong = { count: wrongRecipients.length, addresses: wrongRecipients.join(', ') }
    const texts = recipients.map((fault) =>
      fault === 'EMAIL_INVALID' ? t('wrongRecipients', wrong) : validation(fault),
    )
    return texts.join(' ') || undefined
  }

  return (
    <Stack>
      <CheckboxGroup label={t('shown')}>
        <Checkbox {...check('showsParts')} label={t('showParts')} />
        {poNumber === '' ? null : <Checkbox {...check('showsPoNumber')} label={t('showPo', { number: poNumber })} />}
        <Checkbox {...check('showsRequester')} label={t('showRequester')} />
      </CheckboxGroup>
      {draft.showsRequester ? (
        <>
          <TextField
            {...type('requester')}
            label={t('requester')}
            maxLength={accountLimits.personName.max * 2}
            error={errorOfText('requester')}
          />
          <TextField
            {...type('company')}
            label={t('company')}
            maxLength={accountLimits.company.max}
            error={errorOfText('company')}
          />
        </>
      ) : null}
      <LinkLanguage value={draft.language} onChange={(language) => onChange({ language })} />
      <Checkbox {...check('isMailed')} label={t('mail')} />
      {draft.isMailed ? (
        <>
          <TextField
            {...type('recipients')}
            type="text"
            inputMode="email"
            autoComplete="off"
            required
            label={t('recipients')}
            description={t('recipientsHint', { max: paymentLimits.linkRecipients })}
            error={errorOfRecipients()}
          />
          <TextArea {...type('message')} label={t('message')} maxLength={1000} error={errorOfText('message')} />
        </>
      ) : null}
    </Stack>
  )
}
