import type { CustomerView } from '@cotation/contracts'
import { useState } from 'react'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ReasonDialog } from '../shared/reason-dialog.tsx'

/** Who advises a customer, and a way to change it. */
export function CustomerManager({ customer }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer')
  const [isChanging, setChanging] = useState(false)
  const { id, manager, managerChoices } = customer

  return (
    <Section
      title={t('manager')}
      aside={
        managerChoices ? (
          <ActionButton variant="secondary" size="xs" onClick={() => setChanging(true)}>
            {t('changeManager')}
          </ActionButton>
        ) : null
      }
    >
      {manager ? <p>{manager.name}</p> : <Hint>{t('noManager')}</Hint>}
      {isChanging && managerChoices ? (
        <ChangeManager customerId={id} choices={managerChoices} onClose={() => setChanging(false)} />
      ) : null}
    </Section>
  )
}

interface ChangeManagerProps {
  customerId: string
  choices: NonNullable<CustomerView['managerChoices']>
  onClose: () => void
}

const nobody = ''

function ChangeManager({ customerId, choices, onClose }: ChangeManagerProps) {
  const t = useTranslations('staff-customer')
  const [email, setEmail] = useState(choices[0]?.email ?? nobody)
  const params = { customerId }

  const save = (reason: string) => {
    const options = { quiet: true }
    if (email === nobody)
      return staffApi('DELETE /global/staff/customer/{customerId}/manager', { params, body: { reason } }, options)
    return staffApi('POST /global/staff/customer/{customerId}/manager', { params, body: { email, reason } }, options)
  }

  return (
    <ReasonDialog
      title={t('changeManager')}
      confirmLabel={t('save')}
      doneText={t('managerSaved')}
      save={save}
      onClose={onClose}
    >
      <Select
        label={t('chooseManager')}
        value={email}
        options={[
          ...choices.map(({ email: value, name }) => ({ value, label: `${name} (${value})` })),
          { value: nobody, label: t('nobody') },
        ]}
        onChange={({ target }) => setEmail(target.value)}
      />
    </ReasonDialog>
  )
}
