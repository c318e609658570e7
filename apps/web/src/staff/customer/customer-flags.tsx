import type { CustomerView } from '@cotation/contracts'
import { type CustomerFlag, customerFlags } from '@cotation/domain'
import { useState } from 'react'
import { useMay } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { ReasonDialog } from '../shared/reason-dialog.tsx'
import classes from './customer.module.css'

export const flagTones: Readonly<Record<CustomerFlag, Tone>> = {
  'orders-blocked': 'danger',
  'pay-first': 'warning',
  watch: 'accent',
}

type FlagView = CustomerView['flags'][number]

/** What staff have decided about a customer, and why. */
export function CustomerFlags({ customer: { id: customerId, flags } }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer')
  const choices = useTranslations('staff-list.choices')
  const may = useMay()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<CustomerFlag | null>(null)
  const mayEdit = may('customers.edit')

  return (
    <Section
      title={t('flags')}
      aside={
        mayEdit ? (
          <ActionButton variant="secondary" size="xs" onClick={() => setAdding(true)}>
            {t('addFlag')}
          </ActionButton>
        ) : null
      }
    >
      {flags.length === 0 ? <Hint>{t('noFlags')}</Hint> : null}
      <ul className={classes.list}>
        {flags.map((flag) => (
          <Flag key={flag.flag} flag={flag} onRemove={mayEdit ? () => setRemoved(flag.flag) : null} />
        ))}
      </ul>
      {isAdding ? <AddFlag customerId={customerId} onClose={() => setAdding(false)} /> : null}
      {removed === null ? null : (
        <ReasonDialog
          title={t('removeTitle', { flag: choices(`customerFlag.${removed}`) })}
          confirmLabel={t('removeFlag')}
          doneText={t('flagRemoved')}
          save={(reason) =>
            staffApi(
              'DELETE /global/staff/customer/{customerId}/flag',
              { params: { customerId }, body: { flag: removed, reason } },
              { quiet: true },
            )
          }
          onClose={() => setRemoved(null)}
        />
      )}
    </Section>
  )
}

function Flag({ flag: { flag, reason, by, at }, onRemove }: { flag: FlagView; onRemove: (() => void) | null }) {
  const t = useTranslations('staff-customer')
  const choices = useTranslations('staff-list.choices')
  const { date } = useFormats('medium')
  const name = choices(`customerFlag.${flag}`)

  return (
    <li>
      <div className={classes.item}>
        <Badge tone={flagTones[flag]}>{name}</Badge>
        {onRemove ? (
          <ActionButton variant="quiet" size="xs" aria-label={t('removeFlagOf', { flag: name })} onClick={onRemove}>
            {t('removeFlag')}
          </ActionButton>
        ) : null}
      </div>
      {reason}
      <Hint>{t('flagBy', { name: by, date: date(at) })}</Hint>
      <Hint>{t(`effects.${flag}`)}</Hint>
    </li>
  )
}

function AddFlag({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const t = useTranslations('staff-customer')
  const choices = useTranslations('staff-list.choices')
  const [flag, setFlag] = useState<CustomerFlag>('watch')

  return (
    <ReasonDialog
      title={t('addFlag')}
      confirmLabel={t('save')}
      doneText={t('flagSaved')}
      save={(reason) =>
        staffApi(
          'POST /global/staff/customer/{customerId}/flag',
          { params: { customerId }, body: { flag, reason } },
          { quiet: true },
        )
      }
      onClose={onClose}
    >
      <RadioGroup
        label={t('flag')}
        value={flag}
        onChange={(value) => setFlag(customerFlags.find((one) => one === value) ?? 'watch')}
      >
        {customerFlags.map((value) => (
          <Radio
            key={value}
            value={value}
            label={choices(`customerFlag.${value}`)}
            description={t(`effects.${value}`)}
          />
        ))}
      </RadioGroup>
    </ReasonDialog>
  )
}
