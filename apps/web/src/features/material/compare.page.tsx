import type { Catalogue, Material } from '@cotation/domain'
import { priceExample } from '@cotation/pricing'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFamilyTexts } from '#lib/material/family.ts'
import { comparedProperties, propertiesOf, usePropertyText } from '#lib/material/properties.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { useMoney } from '#lib/texts/money.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Heading, Text } from '#ui/text.tsx'
import classes from './material.module.css'
import { MaterialData } from './material-data.tsx'
import { useMaterialTexts } from './material-texts.ts'
import { usePartName } from './price-example.tsx'
import { QuoteLink } from './quote-link.tsx'
import { useMaterialAddress } from './use-material-address.ts'

/** Compares two to four materials of the address side by side. */
export function CompareMaterialsPage() {
  const t = useTranslations('material.compare')
  return (
    <MaterialData>
      {(catalogue) => (
        <>
          <p>
            <Link to="/materials" search={(current) => current}>
              {t('back')}
            </Link>
          </p>
          <Comparison catalogue={catalogue} />
        </>
      )}
    </MaterialData>
  )
}

function Comparison({ catalogue }: { catalogue: Catalogue }) {
  const t = useTranslations('material.compare')
  const { compared, toggleCompared } = useMaterialAddress(catalogue)

  if (compared.length < 2) {
    const action = (
      <LinkButton to="/materials" search={(current) => current}>
        {t('back')}
      </LinkButton>
    )
    return <EmptyState isPage title={t('tooFew')} text={t('tooFewText')} action={action} />
  }

  return (
    <>
      <Heading level={1}>{t('title')}</Heading>
      <Text className={classes.lead}>{t('lead')}</Text>
      <ComparisonTable catalogue={catalogue} materials={compared} onRemove={toggleCompared} />
    </>
  )
}

interface ComparisonTableProps {
  catalogue: Catalogue
  materials: readonly Material[]
  onRemove: (id: string) => void
}

/** Scrolls sideways on a phone; the names of the rows stay in sight. */
function ComparisonTable({ catalogue, materials, onRemove }: ComparisonTableProps) {
  const t = useTranslations('material.compare')
  const { language } = useLanguage()
  const rows = useRows(catalogue)
  const canRemove = materials.length > 2

  return (
    <div className={classes.scroll}>
      <table className={classes.comparison}>
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('criterion')}</th>
            {materials.map(({ id, name }) => (
              <th key={id} scope="col">
                <Link to="/materials/$materialId" params={{ materialId: id }} search={{}}>
                  {name[language]}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cell }) => {
            const cells = materials.map((material) => ({ id: material.id, content: cell(material) }))
            if (cells.every(({ content }) => content === undefined)) return null
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map(({ id, content }) => (
                  <td key={id}>{content ?? t('unknown')}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {materials.map((material) => (
              <td key={material.id}>
                <QuoteLink catalogue={catalogue} material={material} />
                {canRemove ? (
                  <Button variant="quiet" onClick={() => onRemove(material.id)}>
                    {t('remove')} <span className="visually-hidden">{material.name[language]}</span>
                  </Button>
                ) : null}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface ComparedRow {
  name: string
  /** Undefined if the catalogue does not say. */
  cell: (material: Material) => ReactNode | undefined
}

const shownQuantities = [1, 100]

function useRows(catalogue: Catalogue): ComparedRow[] {
  const t = useTranslations('material')
  const { language } = useLanguage()
  const families = useFamilyTexts()
  const texts = useMaterialTexts(catalogue)
  const property = usePropertyText()
  const partName = usePartName()
  const money = useMoney()

  const unitPrice = (material: Material, quantity: number) => {
    const [process] = material.processIds
    const example = process && priceExample(material, process, catalogue)
    const cell = example?.cells.find((one) => one.quantity === quantity)
    return example && cell && `${money(cell.unitMinor)} (${partName(example.part.id)})`
  }

  return [
    { name: t('compare.family'), cell: ({ family }) => families.name(family) },
    { name: t('compare.processes'), cell: texts.processes },
    ...shownQuantities.map((quantity) => ({
      name: t('compare.unitPrice', { quantity }),
      cell: (material: Material) => unitPrice(material, quantity),
    })),
    { name: t('compare.leadDays'), cell: ({ baseLeadDays }) => t('page.days', { count: baseLeadDays }) },
    ...comparedProperties.map((id) => ({
      name: property.name({ id }),
      cell: (material: Material) => {
        const [own] = propertiesOf(material, [id])
        return own && property.value(own)
      },
    })),
    { name: t('compare.colours'), cell: ({ colours }) => colours.map(({ name }) => name[language]).join(', ') },
  ]
}
