import type { Language } from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'

/** What a cron expression says, for the shapes that our jobs use. */
type Repetition =
  | { kind: 'minutes'; every: number }
  | { kind: 'hourly'; minute: number }
  | { kind: 'daily'; hour: number; minute: number }

const minutesShape = /^(?:\*|\*\/([1-9]\d?)) \* \* \* \*$/
const fixedShape = /^(\d{1,2}) (\*|\d{1,2}) \* \* \*$/

/** Null for any other shape. */
function repetitionOf(expression: string): Repetition | null {
  const minutes = minutesShape.exec(expression)
  if (minutes) {
    const every = Number(minutes[1] ?? 1)
    // Counting restarts with each hour, so every 7 minutes would end with one of 4.
    return 60 % every === 0 ? { kind: 'minutes', every } : null
  }

  const [, minute, hour] = fixedShape.exec(expression) ?? []
  if (minute === undefined || Number(minute) > 59) return null
  if (hour === '*') return { kind: 'hourly', minute: Number(minute) }
  return Number(hour) > 23 ? null : { kind: 'daily', hour: Number(hour), minute: Number(minute) }
}

function clockText(hour: number, minute: number, language: Language): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  if (language === 'fr') return `${hour}\u00a0h\u00a0${twoDigits(minute)}`
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** Returns when a job with a cron expression runs; null for an expression that only cron reads. */
export function useScheduleText(): (expression: string) => string | null {
  const t = useTranslations('staff-job.schedules')
  const { language } = useLanguage()

  return (expression) => {
    const repetition = repetitionOf(expression)
    if (repetition === null) return null

    switch (repetition.kind) {
      case 'minutes':
        return t('minutes', { count: repetition.every })
      case 'hourly':
        return t('hourly', { minute: repetition.minute })
      case 'daily':
        return t('daily', { time: clockText(repetition.hour, repetition.minute, language) })
    }
  }
}
