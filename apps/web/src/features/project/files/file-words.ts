import type { UploadView } from '@cotation/contracts'
import { fileRetention, type UploadState } from '@cotation/domain'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'

const kib = 1024

const units = [
  ['gib', kib ** 3],
  ['mib', kib ** 2],
  ['kib', kib],
] as const

/** Whether the server holds the complete file. */
export const isKept = (state: UploadState): boolean => state !== 'uploading' && state !== 'expired'

/** Whether a new quote can start from this file. */
export const isQuotable = ({ purpose, state }: UploadView): boolean =>
  purpose === 'part' && isKept(state) && state !== 'failed'

/** Texts of a file in a list. */
export function useFileWords() {
  const t = useTranslations()
  const format = useFormatter()
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium' })

  return {
    day,
    size(bytes: number): string {
      const [unit, unitBytes] = units.find(([, minBytes]) => bytes >= minBytes) ?? ['byte', 1]
      return t('project.files.size', { unit, value: format.number(bytes / unitBytes, { maximumFractionDigits: 1 }) })
    },
    keeping({ state, expiresAt }: UploadView): string {
      if (state === 'expired') return t('project.files.gone')
      if (expiresAt === null) return t('project.files.keptOpen')
      return t('project.files.kept', { date: day(expiresAt), months: fileRetention.months })
    },
    /** Why the analysis refused the file. */
    refusal: ({ refusal }: UploadView): string | undefined =>
      refusal ? t(`geometry.refusal.${refusal.code}.title`, refusal.detail) : undefined,
  }
}
