import { accountLimits, paymentLimits } from '@cotation/domain'
import type { ChangeEvent } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { LinkLanguage } from '#ui/pay/link-language.tsx'
import { Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { LinkDraft, LinkFault } from './link-draft.ts'

interface LinkFieldsProps {
  draft: LinkDraft
  /** Of the order; without one there is nothing to show. */
  poNumber: string
  fault?: LinkFault | undefined
  onChange: (changes: Partial<LinkDraft>) => void
}

/** What a payer sees of the customer and the order, and to whom the link is mailed. */
export function LinkFields({ draft, poNumber, fault, onChange }: LinkFieldsProps) {
  const t = useTranslations('payment.link')
  const validation = useTranslations('validation')
  const isTextAtFault = fault === 'WEB_ADDRESS'

  const check = (name: 'showsRequester' | 'showsPoNumber' | 'showsParts' | 'isMailed') => ({
    checked: draft[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: currentTarget.checked }),
  })
  const type = (name: 'requester' | 'company' | 'recipients' | 'message') => ({
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  })

  return (
    <Stack>
      <CheckboxGroup label={t('shown')}>
        <Checkbox {...check('showsParts')} label={t('showParts')} />
        {poNumber === '' ? null : <Checkbox {...check('showsPoNumber')} label={t('showPo', { number: poNumber })} />}
        <Checkbox {...check('showsRequester')} label={t('showRequester')} />
      </CheckboxGroup>
      {draft.showsRequester ? (
        <>
          <TextField {...type('requester')} label={t('requester')} maxLength={accountLimits.personName.max * 2} />
          <TextField {...type('company')} label={t('company')} maxLength={accountLimits.company.max} />
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
            error={fault && !isTextAtFault ? validation(fault) : undefined}
          />
          <TextArea
            {...type('message')}
            label={t('message')}
            maxLength={1000}
            error={isTextAtFault ? validation(fault) : undefined}
          />
        </>
      ) : null}
    </Stack>
  )
}
