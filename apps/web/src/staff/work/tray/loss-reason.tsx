import { type LossReason, lossReasons } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Select } from '#ui/select.tsx'

interface LossReasonSelectProps {
  value: LossReason | ''
  isMissing: boolean
  onChoose: (reason: LossReason) => void
}

/** Why pieces were lost. Needs the texts `staff-tray` and `staff-work`. */
export function LossReasonSelect({ value, isMissing, onChoose }: LossReasonSelectProps) {
  const t = useTranslations('staff-tray')
  const reasons = useTranslations('staff-work.reasons')

  return (
    <Select
      label={t('reason')}
      placeholder={t('chooseReason')}
      options={lossReasons.map((reason) => ({ value: reason, label: reasons(reason) }))}
      value={value}
      error={isMissing ? t('reasonMissing') : undefined}
      onChange={({ target }) => onChoose(target.value as LossReason)}
    />
  )
}
