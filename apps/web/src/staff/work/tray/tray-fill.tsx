import type { TrayView } from '@cotation/contracts'
import { fillPercent, type TrayPart, trayFill } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'

interface TrayFillProps extends Pick<TrayView, 'station' | 'spaceMm'> {
  parts: readonly TrayPart[]
}

/** How full a tray is, as a bar and in words. */
export function TrayFill({ station, spaceMm, parts }: TrayFillProps) {
  const t = useTranslations('staff-tray')
  const { percent } = useFormats()
  const { boxShare, solidShare } = trayFill(station, spaceMm, parts)
  const count = parts.reduce((sum, { quantity }) => sum + quantity, 0)
  const boxPercent = fillPercent(boxShare)

  const text =
    solidShare === null
      ? t('fillText', { percent: percent(boxPercent), count })
      : t('fillSolid', { percent: percent(boxPercent), solid: percent(solidShare * 100), count })

  return (
    <>
      <ProgressBar label={t('fill')} value={boxPercent} max={100} text={text} />
      {boxPercent > 100 ? <Alert tone="warning">{t('overfull')}</Alert> : null}
    </>
  )
}
