import type { ActivityEntry } from '@cotation/contracts'
import type { Catalogue, ChangedParts, ProjectEvent } from '@cotation/domain'
import { isLengthUnit } from '@cotation/geometry'
import type { Messages } from '@cotation/messages'
import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { countryName } from '#lib/texts/country-name.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'

type Change = ActivityEntry['changes'][number]

/** How to say a change: from one text to another, or only what is known of it. Null: the parts differ. */
function changeKey({ before, after }: Change): keyof Messages['activity']['change'] {
  if (after === null) return before ? 'nowDifferent' : 'different'
  if (after !== '') return before ? 'both' : 'after'
  if (before === null) return 'removedDifferent'
  return before === '' ? 'unknown' : 'removed'
}

/** The sentences of a project's activity, made of its facts. */
export function useActivityTexts({ technologies }: Catalogue) {
  const t = useTranslations('activity')
  const unitName = useTranslations('upload.unit.name')
  const { language } = useLanguage()
  const { money } = useFormats()
  const format = useFormatter()

  return useMemo(() => {
    const technology = (slug: string) => technologies.find((one) => one.slug === slug)?.name[language] ?? slug
    const country = (code: string | null) => (code === null ? '' : countryName(code, language))
    const unit = (code: string) => (isLengthUnit(code) ? unitName(code).toLocaleLowerCase(language) : code)
    const isFirst = (before: string | null) => (before ? 'no' : 'yes')

    /** How many parts, the first of them, and the names of the first ones with how many more there are. */
    const partsOf = ({ count, name, others = [] }: ChangedParts) => {
      const names = [name, ...others].map((one) => t('names.part', { name: one }))
      const more = count - names.length
      return { count, name, names: format.list(more > 0 ? [...names, t('names.more', { count: more })] : names) }
    }

    /** The event with names in the place of codes. */
    const valuesOf = (event: ProjectEvent): Record<string, string | number> => {
      switch (event.kind) {
        case 'service-changed':
          return { before: technology(event.before), after: technology(event.after) }
        case 'country-changed':
          return { isFirst: isFirst(event.before), before: country(event.before), after: country(event.after) }
        case 'unit-changed': {
          const { fileName, before, after } = event
          return { fileName, isFirst: isFirst(before), before: unit(before), after: unit(after) }
        }
        case 'expert-answered': {
          const { name, unitMinor } = event
          return { name, hasPrice: unitMinor === null ? 'no' : 'yes', price: money(unitMinor ?? 0) }
        }
        case 'lines-changed':
        case 'lines-added':
        case 'lines-removed':
        case 'lines-restored':
        case 'lines-copied':
          return partsOf(event)
        case 'lines-copied-in':
        case 'lines-moved-in':
        case 'lines-moved-out':
          return { project: event.project, ...partsOf(event) }
        case 'drawings-added':
        case 'drawings-removed':
          return { files: event.files, fileName: event.fileName, ...partsOf(event) }
        default: {
          const { kind: _, ...values } = event
          return values
        }
      }
    }

    return {
      event: (event: ProjectEvent) => t(`event.${event.kind}`, valuesOf(event)),
      change: (change: Change, event: ProjectEvent) => {
        const parts = event.kind === 'lines-changed' ? event.partial?.[change.field] : undefined
        const name = t(`field.${change.field}`)
        const field = parts ? t('fieldOf', { field: name, names: partsOf(parts).names }) : name
        const { before, after } = change

        return t(`change.${changeKey(change)}`, { field, before: before ?? '', after: after ?? '' })
      },
    }
  }, [t, unitName, language, money, format, technologies])
}
