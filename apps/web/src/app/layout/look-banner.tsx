import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { basepath } from '#lib/base-path.ts'
import { api } from '#lib/gateway/api.ts'
import { type CustomerLook, leaveLook } from '#lib/gateway/customer-look.ts'
import { session } from '#lib/gateway/session.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useToken } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { AnchorButton } from '#ui/link-button.tsx'
import { EmptyState } from '#ui/states.tsx'
import classes from './look-banner.module.css'

const minuteMs = 60_000
const tickMs = 5_000
const pollMs = 5_000

interface LookFrameProps {
  look: CustomerLook
  children: ReactNode
}

/** The customer's side in a tab of staff, with a banner: who looks, how long, how to end it. */
export function LookFrame({ look, children }: LookFrameProps) {
  const t = useTranslations('app.look')
  const token = useToken()
  const minutes = useMinutesLeft(look.until)
  const { customer, customerId, member } = look
  const isOver = token === null || minutes === 0

  // A refusal ends the session of this tab, so that an end by the customer shows without a click.
  useQuery({
    queryKey: ['look-lives'],
    queryFn: ({ signal }) => api('GET /global/account/view', {}, { signal, quiet: true }),
    enabled: !isOver,
    staleTime: 0,
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })

  const end = async () => {
    const params = { customerId }
    // The tab shows nothing more even if the call fails: then the look ends with its time.
    await staffApi('POST /global/staff/customer/{customerId}/view/end', { params }, { quiet: true }).catch(() => {})
    session.clear('loggedOut')
  }

  if (isOver)
    return (
      <div role="alert">
        <EmptyState
          isPage
          title={t('endedTitle')}
          text={t('endedText', { customer })}
          action={
            // Loads the app again, because a tab never changes from a look to an ordinary one.
            <AnchorButton href={`${basepath}/staff/customers/${customerId}`} onClick={leaveLook}>
              {t('back')}
            </AnchorButton>
          }
        />
      </div>
    )

  return (
    <>
      <section className={classes.banner} aria-label={t('label')}>
        <p className={classes.text}>{t('text', { member, customer, minutes })}</p>
        <Button variant="secondary" size="sm" onClick={() => void end()}>
          {t('end')}
        </Button>
      </section>
      {children}
    </>
  )
}

/** Rounded up; 0 once the time is over. Reads the clock, because sleeping computers stop timers. */
function useMinutesLeft(until: string): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])

  return Math.max(0, Math.ceil((Date.parse(until) - now) / minuteMs))
}
