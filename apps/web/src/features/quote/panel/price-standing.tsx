import { useFormatter } from 'use-intl'
import { useFormats } from '#features/quote/texts/use-formats.ts'
import type { PriceDifference, WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './price.module.css'
import { Help } from './scope/help.tsx'

/** Whether the price is the browser's estimate, or the server's, fixed until a date. */
export function PriceStanding({ line, validUntil }: { line: WorkLine; validUntil: string }) {
  const t = useTranslations('panel.price')
  const format = useFormatter()
  const date = format.dateTime(new Date(validUntil), { dateStyle: 'long' })
  const { manual } = line.view

  return (
    <>
      {manual?.state === 'answered' && manual.answer ? (
        <div className={classes.expert}>
          <p className={classes.strong}>{t('expertPrice')}</p>
          {manual.answer.note ? <p>{manual.answer.note}</p> : null}
        </div>
      ) : null}
      {line.price ? (
        <p className={line.source === 'browser' ? classes.estimate : classes.fixed}>
          {line.source === 'browser' ? t('estimate') : t('fixed', { date })}
          {line.source === 'browser' ? <Help term="estimate" /> : null}
        </p>
      ) : null}
      {line.difference ? <Difference difference={line.difference} /> : null}
    </>
  )
}

/** Product decision: a correction of more than half a percent by the server is always shown. */
function Difference({ difference: { browserMinor, serverMinor, figure, share } }: { difference: PriceDifference }) {
  const t = useTranslations('panel.price')
  const { money } = useFormats()

  return (
    <p className={classes.difference}>
      {t('difference', {
        before: money(browserMinor),
        after: money(serverMinor),
        figure: t(`figure.${figure}`),
        share: Math.abs(share),
      })}
    </p>
  )
}
