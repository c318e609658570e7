import type { Bar, Catalogue, Material, ProcessId, ServiceId } from '@cotation/domain'
import { findService } from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import { useFormatter } from 'use-intl'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'

type KnownFinish = keyof Messages['material']['finish']

const isBar = (envelope: readonly number[] | Bar): envelope is Bar => 'diameterMm' in envelope

/** Names and measures of the catalogue in the customer's language. */
export function useMaterialTexts(catalogue: Catalogue) {
  const limit = useTranslations('material.limit')
  const finish = useTranslations('material.finish')
  const { language } = useLanguage()
  const format = useFormatter()

  const block = ([x = 0, y = 0, z = 0]: readonly number[]) =>
    limit('block', { x: format.number(x), y: format.number(y), z: format.number(z) })

  return {
    process: (id: ProcessId) => catalogue.processes[id].name[language],
    processes: ({ processIds }: Material) => processIds.map((id) => catalogue.processes[id].name[language]).join(', '),
    service: (id: ServiceId) => findService(catalogue, id)?.name[language] ?? id,
    block,
    envelope: (envelope: readonly number[] | Bar) =>
      isBar(envelope)
        ? limit('bar', { diameter: format.number(envelope.diameterMm), length: format.number(envelope.lengthMm) })
        : block(envelope),
    mm: (value: number) => limit('mm', { value: format.number(value) }),
    hole: (value: number) => limit('holeMm', { value: format.number(value) }),
    /** A newer catalogue may have finishes without a text. A key cannot contain a dot. */
    finish: (id: string) => {
      const key = id.replaceAll('.', '-') as KnownFinish
      return finish.has(key) ? finish(key) : id
    },
  }
}
