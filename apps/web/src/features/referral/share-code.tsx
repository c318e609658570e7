import { type ReferralView, referralRoutes } from '@cotation/contracts'
import { referralCodeLength } from '@cotation/domain'
import { useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { changeCode } from './referral.api.ts'
import classes from './referral.module.css'

interface ShareCodeProps {
  view: ReferralView
}

/** Link, code and QR code, and the choice of another code. */
export function ShareCode({ view }: ShareCodeProps) {
  const t = useTranslations('referral.share')
  const { date } = useFormats()
  const { link, code, oldCodes } = view

  return (
    <Section title={t('title')}>
      <div className={classes.share}>
        <div className={classes.shareTexts}>
          <dl className={classes.values}>
            <SharedValue label={t('link')} value={link} />
            <SharedValue label={t('code')} value={code} />
          </dl>
          {oldCodes.map((old) => (
            <Hint key={old.code}>{t('old', { code: old.code, date: date(old.validUntil) })}</Hint>
          ))}
          <ChangeCode view={view} />
        </div>
        <QrCode text={link} label={t('qr')} className={classes.qr} />
      </div>
    </Section>
  )
}

function SharedValue({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={value} label={label} />
      </dd>
    </div>
  )
}

function ChangeCode({ view: { changeableAt } }: ShareCodeProps) {
  const t = useTranslations('referral.change')
  const { date } = useFormats()
  const [isOpen, setOpen] = useState(false)

  if (changeableAt !== null) return <Hint>{t('locked', { date: date(changeableAt) })}</Hint>
  if (isOpen) return <ChangeCodeForm onDone={() => setOpen(false)} />

  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
    </div>
  )
}

/** Asks for confirmation, because the code can be changed once a year. */
function ChangeCodeForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('referral.change')
  const [wanted, setWanted] = useState<string | null>(null)
  const form = useZodForm(referralRoutes.changeCode.body, { code: '' })
  const asking = useSubmission(form, async ({ code }) => setWanted(code))
  const changing = useSubmission(
    form,
    async ({ code }) => {
      setWanted(null)
      await changeCode(code)
      toast.success(t('done', { code }))
      onDone()
    },
    { REFERRAL_CODE_TAKEN: 'code', REFERRAL_CODE_CHANGED: 'code' },
  )

  return (
    <>
      <form onSubmit={asking.onSubmit} noValidate className={classes.form} aria-label={t('title')}>
        <FormAlert failure={changing.failure} />
        <TextField
          {...form.getInputProps('code')}
          label={t('label')}
          description={t('hint')}
          maxLength={referralCodeLength.max}
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
        />
        <Button type="submit" loading={changing.sending}>
          {t('submit')}
        </Button>
      </form>
      <Confirm
        opened={wanted !== null}
        title={t('confirmTitle', { code: wanted ?? '' })}
        confirmLabel={t('submit')}
        onConfirm={() => changing.onSubmit()}
        onCancel={() => setWanted(null)}
      >
        {t('confirmText')}
      </Confirm>
    </>
  )
}
