import { useEffect, useState } from 'react'
import { useMember } from '#lib/gateway/member.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { dueText } from './due-text.ts'

const minuteMs = 60_000

/** How long until a promise is due, in words; the colour repeats it. Needs the texts `staff-today`. */
export function DueBadge({ dueAt }: { dueAt: string }) {
  const t = useTranslations('staff-today.due')
  const { timeZone } = useMember()
  const [now, setNow] = useState(() => new Date().toISOString())

  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), minuteMs)
    return () => clearInterval(timer)
  }, [])

  const { key, count, tone } = dueText(dueAt, now, timeZone)
  return <Badge tone={tone}>{t(key, { count })}</Badge>
}
