import {
  type Catalogue,
  type ConfigurationDescription,
  type DescriptionWords,
  describeConfiguration,
  type Fault,
  faultValues,
  findMaterial,
} from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { useDeliveryDates } from './delivery-date.ts'
import { finishOfLine } from './finish.ts'
import { processOf, type WorkLine } from './work-line.ts'
import type { Workspace } from './workspace.ts'

interface MaterialTexts extends ConfigurationDescription {
  /** Colour of the finished surface: painted, anodized or plain. */
  hex: string | undefined
}

/** The words for descriptions of a configuration; the server uses the same texts. */
function useDescriptionWords(): DescriptionWords {
  const t = useTranslations('configuration')
  const { language } = useLanguage()
  const { number } = useFormats()

  return useMemo(
    () => ({
      language,
      number,
      say: (key, values) => t(`description.${key}`, values),
      choice: (value) => {
        const key = value as keyof Messages['configuration']['choice']
        return t.has(`choice.${key}`) ? t(`choice.${key}`) : value
      },
    }),
    [t, language, number],
  )
}

function useMaterialTexts(catalogue: Catalogue) {
  const words = useDescriptionWords()

  return useMemo(
    () =>
      (line: WorkLine): MaterialTexts | undefined => {
        const { configuration } = line
        const process = processOf(line, catalogue)
        if (!configuration || !process || !findMaterial(catalogue, configuration.materialId)) return undefined

        const description = describeConfiguration(configuration, process, catalogue, words)
        return { ...description, hex: finishOfLine(line, catalogue)?.hex }
      },
    [catalogue, words],
  )
}

/**
 * The texts of a row, created once for the whole table, so that a row scrolled into view only calls
 * functions. The same object until language, catalogue, estimate or minute change: memoised rows
 * then depend on their line alone.
 */
export function useLineTexts(workspace: Workspace) {
  const { catalogue } = workspace
  const t = useTranslations('line')
  const format = useFormatter()
  const formats = useFormats()
  const configuration = useTranslations('configuration')
  const { language } = useLanguage()
  const delivery = useDeliveryDates(workspace)
  const material = useMaterialTexts(catalogue)
  const status = useStatusTexts()

  return useMemo(() => {
    const length = (mm: number) => format.number(mm, { maximumFractionDigits: mm < 100 ? 2 : 1 })
    const { money, day, date, number, percent } = formats
    const faultText = (fault: Fault) => configuration(`fault.${fault.code}`, faultValues(fault, catalogue, language))

    // In cubic centimetres a tiny part would show as zero.
    const volume = (mm3: number) => {
      const isTiny = mm3 < 100
      const value = format.number(isTiny ? mm3 : mm3 / 1000, { maximumSignificantDigits: isTiny ? 3 : 4 })
      return t(isTiny ? 'tinyVolume' : 'volume', { value })
    }
    const share = (value: number) => percent(100 * value)

    return {
      t,
      language,
      money,
      count: number,
      day,
      date,
      delivery,
      material,
      faultText,
      status: (line: WorkLine) => status(line, faultText),
      // Narrow columns break before a sign, never between it and its length.
      size: ({ sizeMm }: WorkLine) => sizeMm && t('size', { size: sizeMm.map(length).join(' ×\u00a0') }),
      volume: ({ part }: WorkLine) => part && volume(part.volumeMm3),
      share,
      difference: ({ difference }: WorkLine) => {
        if (!difference) return undefined

        const before = money(difference.browserMinor)
        const after = money(difference.serverMinor)
        const figure = t(`figure.${difference.figure}`)

        return {
          short: t('differenceShort', { before, figure: t(`figureShort.${difference.figure}`) }),
          full: t('difference', { before, after, figure, share: share(difference.share) }),
        }
      },
    }
  }, [t, format, formats, configuration, catalogue, language, delivery, material, status])
}

export type LineTexts = ReturnType<typeof useLineTexts>

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
  ordered: 'good',
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
function useStatusTexts() {
  const t = useTranslations('line')
  const { dayAndMonth } = useFormats()
  const decision = useDecision()

  return useMemo(() => {
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
          return view.manual ? t('decision.asked', { date: dayAndMonth(view.manual.askedAt) }) : undefined
        case 'expired':
          return t('decision.expired')
        case 'ready':
          return view.manual?.answer
            ? t('decision.answered', { date: dayAndMonth(view.manual.answer.answeredAt) })
            : undefined
        default:
          return undefined
      }
    }

    return (line: WorkLine, faultText: (fault: Fault) => string): StatusTexts => {
      // The upload continues only after the customer has chosen the file again.
      if (line.progress?.step === 'interrupted')
        return { word: t('progress.interrupted'), detail: undefined, tone: 'asked' }
      if (line.progress?.step === 'storageFull')
        return { word: t('progress.storageFull'), detail: t('decision.storageFull'), tone: 'asked' }

      const isRefused = line.status === 'needs-decision' && line.refusal !== undefined

      return {
        word: t(`status.${line.status}`),
        detail: detailOf(line, faultText),
        tone: isRefused ? 'stopped' : tones[line.status],
      }
    }
  }, [t, dayAndMonth, decision])
}
