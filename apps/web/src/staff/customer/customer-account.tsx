import type { CustomerView } from '@cotation/contracts'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'

/** What staff allow an account to do. */
const permissions = ['reload', 'entrust'] as const
type Permission = (typeof permissions)[number]

const fieldOf = { reload: 'isRecharge', entrust: 'isEntrustOrderAccount' } as const

/** Who the customer is, and what the account may do. */
export function CustomerAccount({ customer }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer')
  const choices = useTranslations('staff-list.choices')
  const { date } = useFormats('medium')
  const may = useMay()
  const [asked, setAsked] = useState<Permission | null>(null)
  const { createdAt, level } = customer
  const isAllowed = { reload: customer.mayReload, entrust: customer.mayOrderForOthers }

  const permissionFact = (permission: Permission) => ({
    label: t(permission),
    value: (
      <Row gap="sm">
        {t(isAllowed[permission] ? 'yes' : 'no')}
        {may('customers.edit') ? (
          <ActionButton
            variant="quiet"
            size="xs"
            aria-label={t(isAllowed[permission] ? 'withdrawOf' : 'allowOf', { permission: t(permission) })}
            onClick={() => setAsked(permission)}
          >
            {t(isAllowed[permission] ? 'withdraw' : 'allow')}
          </ActionButton>
        ) : null}
      </Row>
    ),
  })

  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          { label: t('email'), value: customer.email },
          { label: t('company'), value: customer.company },
          { label: t('type'), value: choices(`accountType.${customer.accountType}`) },
          { label: t('phone'), value: customer.phone },
          { label: t('language'), value: t(`languages.${customer.language}`) },
          {
            label: t('since'),
            value: customer.isActivated ? date(createdAt) : t('notActivated', { date: date(createdAt) }),
          },
          { label: t('level'), value: level === null ? '' : choices(`level.${level}`) },
          ...permissions.map(permissionFact),
        ]}
      />
      {asked ? (
        <ChangePermission
          customer={customer}
          permission={asked}
          isAllowed={isAllowed[asked]}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Section>
  )
}

interface ChangePermissionProps {
  customer: CustomerView
  permission: Permission
  /** Whether the account has it now. */
  isAllowed: boolean
  onClose: () => void
}

function ChangePermission({ customer, permission, isAllowed, onClose }: ChangePermissionProps) {
  const t = useTranslations('staff-customer')
  const { attempt, failure, busy } = useAttempt()
  // The state when the question was asked: a refresh behind its dialog must not reverse it.
  const [wasAllowed] = useState(isAllowed)
  const change = wasAllowed ? 'withdraw' : 'allow'

  const save = () =>
    attempt(async () => {
      const params = { customerId: customer.id }
      const body = { [fieldOf[permission]]: !wasAllowed }
      await staffApi('PATCH /global/staff/customer/{customerId}', { params, body }, { quiet: true })
      toast.success(t('permissionSaved'))
      onClose()
      await refreshStaffData()
    })

  return (
    <Confirm
      opened
      title={t(`permissions.${permission}.${change}Title`, { name: customer.name })}
      confirmLabel={t(change)}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure} />
        <Text>{t(`permissions.${permission}.${change}Text`)}</Text>
      </Stack>
    </Confirm>
  )
}
