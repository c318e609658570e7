import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffFile } from '#lib/gateway/staff-api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { ActionButton } from './action-button.tsx'

/** Downloads the traveller of a run. Needs the texts `staff-work`. */
export function TravellerButton({ code }: { code: string }) {
  const t = useTranslations('staff-work')
  const { attempt, failure, busy } = useAttempt()

  const download = () =>
    attempt(async () => {
      const key = 'GET /global/staff/production/run/{code}/traveller'
      saveFile(await staffFile(key, { params: { code } }, { quiet: true }), t('travellerFile', { code }))
    })

  return (
    <>
      <ActionButton
        variant="secondary"
        size="sm"
        loading={busy}
        aria-label={t('travellerOf', { code })}
        onClick={() => void download()}
      >
        {t('traveller')}
      </ActionButton>
      <FormAlert failure={failure} />
    </>
  )
}
