import { useFormats } from '#features/quote/texts/use-formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { Added } from './added.ts'
import classes from './panel.module.css'

/**
 * `+$12.30 · +3 days`, or that it costs nothing more; said for an entry of a list too, which holds
 * text alone.
 */
export function useAddedText() {
  const t = useTranslations('panel.added')
  const { money } = useFormats()

  return ({ minor, days }: Pick<Added, 'minor' | 'days'>, isLeast = false): string => {
    if (minor === 0 && days === 0) return t('nothing')
    const price = minor === 0 ? t('free') : t(minor > 0 ? 'more' : 'less', { price: money(Math.abs(minor)) })
    const shown = isLeast && minor !== 0 ? t('from', { price }) : price
    return days === 0
      ? shown
      : t('both', { price: shown, days: t(days > 0 ? 'longer' : 'sooner', { days: Math.abs(days) }) })
  }
}

/** What an option adds in money and days, before it is chosen. */
export function AddedFigures({ added, isLeast = false }: { added: Added | undefined; isLeast?: boolean }) {
  const text = useAddedText()
  if (!added) return null
  return (
    <data className={classes.added} value={added.minor}>
      {text(added, isLeast)}
    </data>
  )
}
