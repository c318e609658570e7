import { type Catalogue, findTolerance, type Material, type ProcessId } from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Table } from '#ui/table.tsx'
import { useMaterialTexts } from './material-texts.ts'

interface MaterialLimitsProps {
  catalogue: Catalogue
  material: Material
  process: ProcessId
}

/** What a process can make of the material: sizes, walls, details and tolerances. */
export function MaterialLimits({ catalogue, material, process }: MaterialLimitsProps) {
  const t = useTranslations('material')
  const { language } = useLanguage()
  const texts = useMaterialTexts(catalogue)

  const envelope = material.envelopes[process]
  const tolerances = material.tolerances.flatMap((id) => findTolerance(catalogue.processes[process], id) ?? [])

  const rows = [
    { name: t('limit.size'), value: envelope && texts.envelope(envelope) },
    { name: t('limit.minSize'), value: texts.block(material.minSizeMm) },
    { name: t('limit.wall'), value: texts.mm(material.minWallMm) },
    { name: t('limit.feature'), value: texts.mm(material.minFeatureMm) },
    { name: t('limit.hole'), value: texts.hole(material.minHoleMm) },
    { name: t('limit.engraving'), value: texts.mm(material.minEngraveMm) },
    { name: t('limit.layer'), value: material.layerHeightMm && texts.mm(material.layerHeightMm) },
    { name: t('limit.leadDays'), value: t('page.days', { count: material.baseLeadDays }) },
    { name: t('limit.tolerances'), value: tolerances.map(({ name }) => name[language]).join(' · ') },
  ]

  return (
    <Table caption={texts.process(process)} headings={[t('page.limit'), t('page.value')]} isCompact>
      {rows
        .filter(({ value }) => value)
        .map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
    </Table>
  )
}
