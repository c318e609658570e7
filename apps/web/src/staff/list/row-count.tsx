import type { ListAnswer } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** The number of rows beside a name, or that there are more than were counted. The menu shows it on every screen. */
export function RowCount({ count, className }: { count: ListAnswer['count']; className: string | undefined }) {
  const t = useTranslations('staff.rowCount')
  const values = { count: count.rows }
  return <span className={className}>{count.isExact ? t('exact', values) : t('more', values)}</span>
}
