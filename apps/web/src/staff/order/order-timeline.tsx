import type { OrderEventView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import classes from './order.module.css'

/** What happened to an order, the newest first. */
export function OrderTimeline({ events }: { events: readonly OrderEventView[] }) {
  const t = useTranslations('staff-order')
  const status = useTranslations('order.status')
  const { moment } = useFormats('medium')

  return (
    <Section title={t('timeline')}>
      <ol className={classes.list}>
        {events.toReversed().map(({ at, to, by, reason }) => (
          <li key={`${at} ${to}`}>
            <strong>{status(to)}</strong>
            <Hint>{t('eventBy', { moment: moment(at), actor: t(`actors.${by}`) })}</Hint>
            {reason === '' ? null : <p className={classes.text}>{reason}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
