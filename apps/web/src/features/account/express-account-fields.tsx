import type { Profile } from '@cotation/contracts'
import { carrierIds, expressAccountDigits } from '@cotation/domain'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import type { FieldBinding } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useProfileUpdate } from './profile.api.ts'

type AccountPath = `expressAccounts.${(typeof carrierIds)[number]}`

interface ExpressAccountFieldsProps {
  profile: Profile
  field: (path: AccountPath) => FieldBinding
}

/** The customer's accounts at carriers, for freight collect. */
export function ExpressAccountFields({ profile, field }: ExpressAccountFieldsProps) {
  const t = useTranslations('account.express')
  const { expressAccounts, confirmedCarriers, expressAccount } = profile

  const hint = (carrier: (typeof carrierIds)[number]) => {
    const digits = t('digits', { count: expressAccountDigits[carrier] })
    if (expressAccounts[carrier] === '') return digits
    return `${digits} · ${confirmedCarriers.includes(carrier) ? t('confirmed') : t('unconfirmed')}`
  }

  return (
    <>
      <Heading level={2}>{t('title')}</Heading>
      <Hint>{t('intro')}</Hint>
      {expressAccount === '' ? null : <OldAccount number={expressAccount} />}
      {carrierIds.map((carrier) => (
        <TextField
          key={carrier}
          {...field(`expressAccounts.${carrier}`)}
          label={t('account', { carrier: t(`carrier.${carrier}`) })}
          description={hint(carrier)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
        />
      ))}
    </>
  )
}

/** The one free text that earlier releases had for all carriers, until the customer removes it. */
function OldAccount({ number }: { number: string }) {
  const t = useTranslations('account.express')
  const updateProfile = useProfileUpdate()
  const { attempt, failure, busy } = useAttempt()
  const remove = () =>
    attempt(async () => {
      const saved = await api('PATCH /global/account/me', { body: { expressAccount: '' } }, { quiet: true })
      await updateProfile(() => saved)
    })

  return (
    <>
      <FormAlert failure={failure} />
      <TextField
        label={t('old')}
        description={t('oldHint')}
        value={number}
        readOnly
        trailing={
          <Button variant="quiet" size="xs" loading={busy} onClick={() => void remove()}>
            {t('removeOld')}
          </Button>
        }
      />
    </>
  )
}
