import type { Fault } from '@cotation/domain'
import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Done; being worked on; waiting for the customer; impossible as it is. */
type Tone = 'good' | 'busy' | 'asked' | 'stopped'

interface StatusTexts {
  word: string
  /** The reason, or what the customer must do. */
  detail: string | undefined
  tone: Tone
}

const tones = {
  ready: 'good',
  analysing: 'busy',
  'manual-quote': 'busy',
  configuring: 'asked',
  'needs-decision': 'asked',
  expired: 'stopped',
} as const satisfies Record<WorkLine['status'], Tone>

/** The findings of a line that are not accepted. */
function openFindings({ findings }: WorkLine) {
  const open = findings.filter(({ accepted }) => !accepted)
  const count = (severity: 'blocks' | 'warns') => open.filter(({ finding }) => finding.severity === severity).length
  return { blocking: count('blocks'), warnings: count('warns') }
}

/** What the customer must decide, most severe first: the same sequence as in `lineStatus`. */
function useDecision() {
  const t = useTranslations('line.decision')
  const manual = useTranslations('pricing.manual')
  const geometry = useTranslations('geometry')

  return useMemo(
    () =>
      (line: WorkLine): string | undefined => {
        const { refusal, view, price } = line
        if (refusal) return geometry(`refusal.${refusal.code}.title`, refusal.detail)
        if (view.upload.state === 'expired') return t('fileGone')
        if (view.upload.state === 'failed') return t('fileFailed')

        const { blocking, warnings } = openFindings(line)
        if (blocking > 0) return t('blocking', { count: blocking })
        if (warnings > 0) return t('warnings', { count: warnings })
        if (view.manual?.state === 'declined') return t('declined')

        const [reason] = price?.manualQuote ?? []
        return reason && t('expert', { reason: manual(reason) })
      },
    [t, manual, geometry],
  )
}

/** The status of a line as a word, and a sentence that explains it. */
export function useStatusTexts() {
  const t = useTranslations('line')
  const format = useFormatter()
  const decision = useDecision()

  return useMemo(() => {
    const day = (iso: string) => format.dateTime(new Date(iso), { day: 'numeric', month: 'long' })
    const detailOf = (line: WorkLine, faultText: (fault: Fault) => string): string | undefined => {
      const { status, faults, view, part } = line
      switch (status) {
        case 'needs-decision':
          return decision(line)
        case 'configuring': {
          const [first] = faults
          if (first) return faultText(first)
          return part && !line.configuration ? t('decision.nothingFits') : undefined
        }
        case 'manual-quote':
          return view.manual ? t('decision.asked', { date: day(view.manual.askedAt) }) : undefined
        case 'expired':
          return t('decision.expired')
        case 'ready':
          return view.manual?.answer ? t('decision.answered', { date: day(view.manual.answer.answeredAt) }) : undefined
        default:
          return undefined
      }
    }

    return (line: WorkLine, faultText: (fault: Fault) => string): StatusTexts => {
      // The upload continues only after the customer has chosen the file again.
      if (line.progress?.step === 'interrupted')
        return { word: t('progress.interrupted'), detail: undefined, tone: 'asked' }

      const isRefused = line.status === 'needs-decision' && line.refusal !== undefined

      return {
        word: t(`status.${line.status}`),
        detail: detailOf(line, faultText),
        tone: isRefused ? 'stopped' : tones[line.status],
      }
    }
  }, [t, format, decision])
}
