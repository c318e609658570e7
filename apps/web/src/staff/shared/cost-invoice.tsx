import type { AdditionalCostView } from '@cotation/contracts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffFile } from '#lib/gateway/staff-api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'

/** Downloads the invoice of an additional cost once it is paid. Needs the texts `staff-additional-cost`. */
export function CostInvoice({ cost: { id: costId, number, can } }: { cost: AdditionalCostView }) {
  const t = useTranslations('staff-additional-cost.invoice')
  const { attempt, failure, busy } = useAttempt()
  if (!can.download) return null

  const download = () =>
    attempt(async () => {
      const input = { params: { costId } }
      const file = await staffFile('GET /global/staff/additional-cost/{costId}/invoice', input, { quiet: true })
      saveFile(file, t('fileName', { number }))
    })

  return (
    <>
      <Button variant="link" loading={busy} aria-label={t('downloadOf', { number })} onClick={() => void download()}>
        {t('download')}
      </Button>
      <FormAlert failure={failure} />
    </>
  )
}
