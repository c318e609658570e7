import { type Catalogue, processIds } from '@cotation/domain'
import { useFamilyTexts } from '#lib/material/family.ts'
import { usePropertyText } from '#lib/material/properties.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Select } from '#ui/select.tsx'
import { BoundField } from './bound-field.tsx'
import classes from './material.module.css'
import { type RangedProperty, rangedProperties } from './material-filter.ts'
import { useMaterialTexts } from './material-texts.ts'
import type { MaterialAddress } from './use-material-address.ts'

interface FilterFormProps {
  catalogue: Catalogue
  address: MaterialAddress
}

export function FilterForm({ catalogue, address }: FilterFormProps) {
  const t = useTranslations('material.filter')
  const texts = useMaterialTexts(catalogue)
  const families = useFamilyTexts()
  const property = usePropertyText()
  const { filter, typed, narrow } = address

  const made = catalogue.materials.filter(({ processIds: ids }) => !filter.process || ids.includes(filter.process))
  const familyIds = new Set(made.map(({ family }) => family))
  // A family of another process stays chosen, and the empty result says what to loosen.
  if (filter.family) familyIds.add(filter.family)

  return (
    <search className={classes.filter} aria-label={t('title')}>
      <div className={classes.searchBox}>
        <SearchField label={t('search')} value={filter.query} onSearch={(search) => narrow({ search })} />
      </div>
      <Select
        label={t('process')}
        options={[
          { value: '', label: t('anyProcess') },
          ...processIds.map((id) => ({ value: id, label: texts.process(id) })),
        ]}
        value={filter.process ?? ''}
        onChange={(event) => narrow({ process: event.currentTarget.value })}
      />
      <Select
        label={t('family')}
        options={[
          { value: '', label: t('anyFamily') },
          ...[...familyIds].map((id) => ({ value: id, label: families.name(id) })),
        ]}
        value={filter.family ?? ''}
        onChange={(event) => narrow({ family: event.currentTarget.value })}
      />
      <Select
        label={t('property')}
        options={[
          { value: '', label: t('anyProperty') },
          ...rangedProperties.map((id) => ({ value: id, label: property.nameWithUnit(id) })),
        ]}
        value={filter.property ?? ''}
        // Bounds in another unit would make no sense.
        onChange={(event) => narrow({ property: event.currentTarget.value, from: '', to: '' })}
      />
      {filter.property ? (
        <Bounds
          key={filter.property}
          property={filter.property}
          typed={typed}
          onFrom={(from) => narrow({ from })}
          onTo={(to) => narrow({ to })}
        />
      ) : null}
    </search>
  )
}

interface BoundsProps {
  property: RangedProperty
  typed: MaterialAddress['typed']
  onFrom: (text: string) => void
  onTo: (text: string) => void
}

function Bounds({ property, typed, onFrom, onTo }: BoundsProps) {
  const t = useTranslations('material.filter')
  const { nameWithUnit } = usePropertyText()

  return (
    <fieldset className={classes.bounds}>
      <legend className="visually-hidden">{nameWithUnit(property)}</legend>
      <BoundField label={t('from')} value={typed.from} onBound={onFrom} />
      <BoundField label={t('to')} value={typed.to} onBound={onTo} />
    </fieldset>
  )
}
