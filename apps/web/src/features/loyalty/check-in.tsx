import type { LoyaltyView } from '@cotation/contracts'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { checkIn, chooseTimeZone } from './loyalty.api.ts'
import classes from './loyalty.module.css'

/** The daily check-in: the days of the cycle, the button and the bonus of the month. */
export function CheckIn({ loyalty: { checkIn: state, timeZone } }: { loyalty: LoyaltyView }) {
  const t = useTranslations('loyalty.checkIn')
  const { momentIn } = useFormats('medium')
  const { attempt, failure, busy } = useAttempt()
  const { isDone, nextAt, monthDays, bonus, monthPoints, monthlyCapPoints } = state

  const press = () =>
    attempt(async () => {
      await checkIn()
      toast.success(t('thanks'))
    })

  return (
    <Section title={t('title')}>
      <Hint>{t('intro')}</Hint>
      <Cycle checkIn={state} />
      <Row>
        <Button onClick={() => void press()} loading={busy} disabled={nextAt !== null}>
          {isDone ? t('done') : t('button')}
        </Button>
        {nextAt === null ? null : <Hint as="span">{t('next', { at: momentIn(nextAt, timeZone.name) })}</Hint>}
      </Row>
      <FormAlert failure={failure} />
      <ProgressBar
        label={t('bonus', { points: bonus.points, days: bonus.days })}
        value={monthDays}
        max={bonus.days}
        text={t('bonusDays', { days: monthDays, of: bonus.days })}
      />
      <Hint>{t('month', { points: monthPoints, cap: monthlyCapPoints })}</Hint>
      <TimeZone timeZone={timeZone} />
    </Section>
  )
}

function Cycle({ checkIn: { cycle, streak, isDone } }: { checkIn: LoyaltyView['checkIn'] }) {
  const t = useTranslations('loyalty.checkIn')
  const today = isDone ? streak : streak + 1
  const days = cycle.map((points, index) => ({ number: index + 1, points }))

  return (
    <ol className={classes.cycle} aria-label={t('cycle')}>
      {days.map(({ number, points }) => (
        <li key={number} data-done={number <= streak || undefined} aria-current={number === today ? 'date' : undefined}>
          <span>{t('day', { number })}</span>
          <strong>{t('points', { points })}</strong>
          {number <= streak ? <IconCheck size={18} aria-label={t('dayDone')} /> : null}
        </li>
      ))}
    </ol>
  )
}

/** The time zone that decides what a day is, and the offer to use the browser's. */
function TimeZone({ timeZone: { name, isChosen, next } }: { timeZone: LoyaltyView['timeZone'] }) {
  const t = useTranslations('loyalty.timeZone')
  const { momentIn } = useFormats('medium')
  const { attempt, failure, busy } = useAttempt()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const isOffered = !isChosen && own !== undefined && own !== name

  return (
    <>
      <Hint>
        {t.rich('days', {
          zone: name,
          profile: (words) => (
            <Link to="/user/account/profile" search={{}}>
              {words}
            </Link>
          ),
        })}{' '}
        {next ? t('next', { zone: next.name, at: momentIn(next.from, name) }) : null}
      </Hint>
      {isOffered ? (
        <Alert title={t('offerTitle', { zone: own })}>
          <p>{t('offerText', { zone: name })}</p>
          <Row>
            <Button
              variant="secondary"
              size="sm"
              loading={busy}
              onClick={() => void attempt(() => chooseTimeZone(own))}
            >
              {t('offerButton', { zone: own })}
            </Button>
          </Row>
          <FormAlert failure={failure} />
        </Alert>
      ) : null}
    </>
  )
}
