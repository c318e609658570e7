import { type ExportView, requestExportBody } from '@cotation/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { saveFrom } from '#lib/save-file.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { AccountCard } from './account-card.tsx'
import { NoPasswordAdvice } from './no-password-advice.tsx'
import { exportQuery, isUnderWay } from './personal-data.api.ts'
import dataClasses from './personal-data.module.css'

/** The export of a customer's data and the way to delete the account. */
export function YourData({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations('personal-data.section')

  return (
    <AccountCard id="your-data" title={t('title')} intro={t('intro')}>
      <DataExport hasPassword={hasPassword} />
      <Stack gap="xs" align="start" className={dataClasses.divided}>
        <Heading level={3}>{t('delete.title')}</Heading>
        <Text size="sm">{t('delete.text')}</Text>
        <LinkButton to="/account-delete" variant="quietDanger" size="sm">
          {t('delete.button')}
        </LinkButton>
      </Stack>
    </AccountCard>
  )
}

function DataExport({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations('personal-data.section.export')
  const exports = useQuery(exportQuery)
  const [asking, setAsking] = useState(false)
  const latest = exports.data?.latest ?? null

  if (exports.isLoadingError) return <ErrorState message={t('failedToLoad')} onRetry={() => exports.refetch()} />

  return (
    <Stack gap="xs" align="start" className={dataClasses.divided}>
      <Heading level={3}>{t('title')}</Heading>
      <Text size="sm">{t('text')}</Text>
      <ExportStatus latest={latest} />
      <Row>
        {latest?.state === 'ready' && <DownloadButton ready={latest} />}
        {!isUnderWay(latest) && (
          <Button variant="secondary" size="sm" disabled={exports.isPending} onClick={() => setAsking(true)}>
            {latest ? t('again') : t('start')}
          </Button>
        )}
      </Row>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={t('dialogTitle')}>
        <ExportForm hasPassword={hasPassword} onDone={() => setAsking(false)} />
      </Dialog>
    </Stack>
  )
}

/** Screen readers announce a change, because an export takes a while. */
function ExportStatus({ latest }: { latest: ExportView | null }) {
  const t = useTranslations('personal-data.section.export')
  const { date } = useFormats()
  if (!latest) return null

  return (
    <Hint role="status">
      {t(latest.state, { percent: latest.progress, date: latest.expiresAt ? date(latest.expiresAt) : '' })}
    </Hint>
  )
}

const sizeFormat = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1, minimumFractionDigits: 0 } as const

function DownloadButton({ ready }: { ready: ExportView }) {
  const t = useTranslations('personal-data.section.export')
  const format = useFormatter()
  const { attempt, failure, busy } = useAttempt()
  const size = format.number(Math.max(0.1, (ready.bytes ?? 0) / 1e6), sizeFormat)

  const download = () =>
    attempt(async () => {
      const key = 'POST /global/account/export/{exportId}/ticket'
      const { path } = await api(key, { params: { exportId: ready.id } }, { quiet: true })
      saveFrom(path)
    })

  return (
    <>
      <Button size="sm" onClick={download} loading={busy}>
        {t('download', { size })}
      </Button>
      <FormAlert failure={failure} />
    </>
  )
}

interface ExportFormProps {
  hasPassword: boolean
  onDone: () => void
}

function ExportForm({ hasPassword, onDone }: ExportFormProps) {
  const t = useTranslations('personal-data')
  const ui = useTranslations('app.ui')
  const client = useQueryClient()

  const schema = hasPassword ? requestExportBody.required({ password: true }) : requestExportBody
  const form = useZodForm(schema, { password: hasPassword ? '' : undefined })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      client.setQueryData(exportQuery.queryKey, await api('POST /global/account/export', { body }, { quiet: true }))
      toast.success(t('section.export.begun'))
      onDone()
    },
    { PASSWORD_WRONG: 'password' },
  )

  if (failure?.code === 'PASSWORD_REQUIRED') return <NoPasswordAdvice offerPassword />

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('section.export.dialogTitle')}>
      <Stack>
        <Text size="sm">{hasPassword ? t('section.export.dialogText') : t('section.export.dialogTextNoPassword')}</Text>
        <FormAlert failure={failure} />
        {hasPassword && (
          <PasswordField
            {...form.getInputProps('password')}
            label={t('form.password')}
            autoComplete="current-password"
            required
            data-autofocus
          />
        )}
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onDone}>
            {ui('cancel')}
          </Button>
          <Button type="submit" size="sm" loading={sending}>
            {ui('confirm')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
