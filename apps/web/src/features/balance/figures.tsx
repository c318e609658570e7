import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMoney } from '#lib/texts/money.ts'
import type { Balance } from './balance.api.ts'
import classes from './balance.module.css'

interface FigureProps {
  label: string
  value: string
  children: ReactNode
}

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.text}>{children}</dd>
    </div>
  )
}

function CreditFigure({ credit }: { credit: NonNullable<Balance['credit']> }) {
  const t = useTranslations('balance.figures')
  const money = useMoney()
  const format = useFormatter()
  const { limitMinor, owedMinor, overdueMinor, nextDueAt } = credit

  return (
    <Figure label={t('credit')} value={money(Math.max(0, limitMinor - owedMinor))}>
      <span>{t('creditText', { limit: money(limitMinor), owed: money(owedMinor) })}</span>
      {overdueMinor > 0 ? (
        <span className={classes.late}>{t('creditOverdue', { amount: money(overdueMinor) })}</span>
      ) : null}
      {overdueMinor === 0 && nextDueAt ? (
        <span>{t('creditDue', { at: format.dateTime(new Date(nextDueAt), { dateStyle: 'long' }) })}</span>
      ) : null}
    </Figure>
  )
}

/** What can be spent; pending amounts and credit only where there are any. */
export function Figures({ balance }: { balance: Balance }) {
  const t = useTranslations('balance.figures')
  const money = useMoney()
  const format = useFormatter()
  const { availableMinor, pendingMinor, nextAvailableAt, credit, points } = balance
  const pendingText = nextAvailableAt
    ? t('pendingText', { at: format.dateTime(new Date(nextAvailableAt), { dateStyle: 'medium', timeStyle: 'short' }) })
    : t('pendingSoon')

  return (
    <dl className={classes.figures} aria-label={t('label')}>
      <Figure label={t('available')} value={money(availableMinor)}>
        {t('availableText')}
      </Figure>
      {pendingMinor > 0 ? (
        <Figure label={t('pending')} value={money(pendingMinor)}>
          {pendingText}
        </Figure>
      ) : null}
      {credit ? <CreditFigure credit={credit} /> : null}
      <Figure label={t('points')} value={format.number(points)}>
        {t('pointsText')}
      </Figure>
    </dl>
  )
}
