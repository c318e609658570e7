import type { HomeView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Hint, Text } from '#ui/text.tsx'
import classes from './home.module.css'

/** The customer's money with us. */
export function Balance({ balance }: Pick<HomeView, 'balance'>) {
  const t = useTranslations('home.balance')
  const { money } = useFormats()
  const details = (
    <Text size="sm">
      <Link to="/user/account/balance" search={{}}>
        {t('details')}
      </Link>
    </Text>
  )

  return (
    <Section title={t('title')} aside={details}>
      <p className={classes.figure}>{money(balance.availableMinor)}</p>
      {balance.pendingMinor > 0 ? <Hint>{t('pending', { amount: money(balance.pendingMinor) })}</Hint> : null}
    </Section>
  )
}

/** Level and points; nothing for companies, which are not in the programme. */
export function Membership({ member }: Pick<HomeView, 'member'>) {
  const t = useTranslations('home.member')
  if (!member) return null

  const { levelName, points, comingPoints } = member
  const details = (
    <Text size="sm">
      <Link to="/user/prime/point" search={{}}>
        {t('details')}
      </Link>
    </Text>
  )

  return (
    <Section title={t('title')} aside={details}>
      <p className={classes.figure}>{t('points', { points })}</p>
      <Hint>{t('level', { level: levelName })}</Hint>
      {comingPoints > 0 ? <Hint>{t('coming', { points: comingPoints })}</Hint> : null}
      {points < 0 ? <Hint>{t('owed')}</Hint> : null}
    </Section>
  )
}
