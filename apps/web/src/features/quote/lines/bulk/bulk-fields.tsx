import { type Catalogue, leadTiers } from '@cotation/domain'
import { useDeferredValue, useMemo } from 'react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { isEditable } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Select } from '#ui/select.tsx'
import {
  colourChoices,
  colourForAll,
  leadForAll,
  materialForAll,
  quantityForAll,
  toleranceChoices,
  toleranceForAll,
} from './bulk-edits.ts'
import { MaterialSelect } from './material-select.tsx'
import type { BulkEdit } from './paste-configuration.ts'
import { QuantityForm } from './quantity-form.tsx'

interface BulkFieldsProps {
  selected: readonly WorkLine[]
  catalogue: Catalogue
  texts: LineTexts
  apply: (edit: BulkEdit) => void
}

/**
 * The fields that change all selected lines at once. Colours and tolerances are offered if all
 * lines support them.
 */
export function BulkFields({ selected, catalogue, texts, apply }: BulkFieldsProps) {
  const t = useTranslations('line.bulk')
  // Ticking a row must respond at once; the options that fit a hundred parts may follow later.
  const settled = useDeferredValue(selected)
  const editable = useMemo(() => settled.filter(isEditable), [settled])
  const colours = useMemo(() => colourChoices(settled, catalogue), [settled, catalogue])
  const tolerances = useMemo(() => toleranceChoices(settled, catalogue), [settled, catalogue])
  const named = (options: readonly { id: string; name: { fr: string; en: string } }[]) =>
    options.map(({ id, name }) => ({ value: id, label: name[texts.language] }))

  return (
    <>
      <MaterialSelect
        lines={editable}
        {...{ catalogue, texts }}
        onChoose={(way) => apply(materialForAll(selected, way, catalogue))}
      />
      <QuantityForm onApply={(change) => apply(quantityForAll(selected, change))} />
      <ActionSelect
        label={t('lead')}
        placeholder={t('leadChoose')}
        options={leadTiers.map((lead) => ({
          value: lead,
          label: catalogue.leadTimes.tiers[lead].name[texts.language],
        }))}
        onChoose={(value) => {
          const lead = leadTiers.find((one) => one === value)
          if (lead) apply(leadForAll(selected, lead, catalogue))
        }}
      />
      <ActionSelect
        label={t('colour')}
        placeholder={t(colours.length > 0 ? 'colourChoose' : 'colourNone')}
        options={named(colours)}
        onChoose={(id) => apply(colourForAll(selected, id, catalogue))}
      />
      <ActionSelect
        label={t('tolerance')}
        placeholder={t(tolerances.length > 0 ? 'toleranceChoose' : 'toleranceNone')}
        options={named(tolerances)}
        onChoose={(id) => apply(toleranceForAll(selected, id))}
      />
    </>
  )
}

interface ActionSelectProps {
  label: string
  placeholder: string
  options: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

/** A select that acts when an option is chosen, and then shows its placeholder again. */
function ActionSelect({ label, placeholder, options, onChoose }: ActionSelectProps) {
  return (
    <Select
      size="sm"
      aria-label={label}
      value=""
      disabled={options.length === 0}
      options={[{ value: '', label: placeholder }, ...options]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}
