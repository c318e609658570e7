import type { Catalogue, Material, ProcessId } from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import { priceExample } from '@cotation/pricing'
import { useMemo } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import { useMaterialTexts } from './material-texts.ts'

type KnownPart = keyof Messages['material']['example']['part']

/** The name of a reference part; a newer catalogue may price parts without a text. */
export function usePartName() {
  const t = useTranslations('material.example.part')
  return (id: string): string => (t.has(id as KnownPart) ? t(id as KnownPart) : id)
}

interface PriceExampleProps {
  catalogue: Catalogue
  material: Material
  process: ProcessId
}

/** What a stated reference part costs in this material by quantity, computed as in a quote. */
export function PriceExample({ catalogue, material, process }: PriceExampleProps) {
  const t = useTranslations('material.example')
  const page = useTranslations('material.page')
  const texts = useMaterialTexts(catalogue)
  const partName = usePartName()
  const { money, number } = useFormats()
  const example = useMemo(() => priceExample(material, process, catalogue), [material, process, catalogue])

  if (!example) return <Hint>{t('none')}</Hint>

  const { part, cells } = example
  const { sizeMm, volumeMm3 } = part.measures
  const name = partName(part.id)
  const headings = [t('quantity'), t('unit'), t('total'), t('days')] as const

  return (
    <>
      <Table caption={t('caption', { process: texts.process(process), part: name })} headings={headings} isCompact>
        {cells.map(({ quantity, unitMinor, lineMinor, workingDays }) => (
          <tr key={quantity}>
            <td data-label={t('quantity')}>{number(quantity)}</td>
            <td data-label={t('unit')}>{money(unitMinor)}</td>
            <td data-label={t('total')}>{money(lineMinor)}</td>
            <td data-label={t('days')}>{page('days', { count: workingDays })}</td>
          </tr>
        ))}
      </Table>
      <Hint>
        {t('text', {
          part: name,
          size: texts.block(sizeMm),
          volume: number(volumeMm3 / 1000),
          version: catalogue.version,
        })}
      </Hint>
    </>
  )
}
