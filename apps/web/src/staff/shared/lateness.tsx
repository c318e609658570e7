import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'

/** How late something is, in words; the colour repeats it. Needs the texts `staff-list`. */
export function Lateness({ days }: { days: number }) {
  const t = useTranslations('staff-list.late')
  if (days > 0) return <Badge tone="danger">{t('late', { days })}</Badge>
  if (days === 0) return <Badge tone="warning">{t('today')}</Badge>
  return <Badge tone="neutral">{t('left', { days: -days })}</Badge>
}
