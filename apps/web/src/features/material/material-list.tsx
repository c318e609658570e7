import type { Catalogue, Material } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useFamilyTexts } from '#lib/material/family.ts'
import { keyProperties, propertiesOf, usePropertyText } from '#lib/material/properties.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Facts } from '#ui/facts.tsx'
import { Hint } from '#ui/text.tsx'
import classes from './material.module.css'
import { useMaterialTexts } from './material-texts.ts'
import type { MaterialAddress } from './use-material-address.ts'

interface MaterialListProps {
  catalogue: Catalogue
  materials: readonly Material[]
  address: MaterialAddress
}

export function MaterialList({ catalogue, materials, address }: MaterialListProps) {
  const t = useTranslations('material.index')
  return (
    <ul className={classes.list} aria-label={t('list')}>
      {materials.map((material) => (
        <MaterialCard key={material.id} catalogue={catalogue} material={material} address={address} />
      ))}
    </ul>
  )
}

interface MaterialCardProps {
  catalogue: Catalogue
  material: Material
  address: MaterialAddress
}

function MaterialCard({ catalogue, material, address }: MaterialCardProps) {
  const t = useTranslations('material')
  const { language } = useLanguage()
  const property = usePropertyText()
  const families = useFamilyTexts()
  const texts = useMaterialTexts(catalogue)
  const isCompared = address.compared.includes(material)
  const name = material.name[language]

  return (
    <li className={classes.card}>
      <h2 className={classes.cardName}>
        <Link to="/materials/$materialId" params={{ materialId: material.id }} search={{}}>
          {name}
        </Link>
      </h2>
      <Hint>{`${families.name(material.family)} · ${texts.processes(material)}`}</Hint>
      {material.available ? null : <Badge tone="warning">{t('index.unavailable')}</Badge>}
      <Facts
        className={classes.cardFacts}
        facts={propertiesOf(material, keyProperties).map((one) => ({
          label: property.name(one),
          value: property.value(one),
        }))}
      />
      <Checkbox
        className={classes.pick}
        label={
          <span>
            {t('compare.pick')} <span className="visually-hidden">{name}</span>
          </span>
        }
        checked={isCompared}
        disabled={!isCompared && !address.canCompareMore}
        onChange={() => address.toggleCompared(material.id)}
      />
    </li>
  )
}
