import { type Catalogue, leadTiers } from '@cotation/domain'
import { useDeferredValue, useMemo } from 'react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { isEditable } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
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
 * What can be changed of all selected lines at once. A colour or tolerance is offered where all of
 * them can have it.
 */
export function BulkFields({ selected, catalogue, texts, apply }: BulkFieldsProps) {
  const t = useTranslations('lines.bulk')
  // A tick must show at once; what fits a hundred parts may follow a moment later.
  const settled = useDeferredValue(selected)
  const editable = useMemo(() => settled.filter(isEditable), [settled])
  const colours = useMemo(() => colourChoices(settled, catalogue), [settled, catalogue])
  const tolerances = useMemo(() => toleranceChoices(settled, catalogue), [settled, catalogue])
  const named = (entries: readonly { id: string; name: { fr: string; en: string } }[]) =>
    entries.map(({ id, name }) => ({ value: id, name: name[texts.language] }))

  return (
    <>
      <MaterialSelect
        lines={editable}
        {...{ catalogue, texts }}
        onChoose={(way) => apply(materialForAll(selected, way, catalogue))}
      />
      <QuantityForm onApply={(change) => apply(quantityForAll(selected, change))} />
      <Choice
        label={t('lead')}
        placeholder={t('leadChoose')}
        entries={leadTiers.map((lead) => ({
          value: lead,
          name: catalogue.leadTimes.tiers[lead].name[texts.language],
        }))}
        onChoose={(value) => {
          const lead = leadTiers.find((one) => one === value)
          if (lead) apply(leadForAll(selected, lead, catalogue))
        }}
      />
      <Choice
        label={t('colour')}
        placeholder={t(colours.length > 0 ? 'colourChoose' : 'colourNone')}
        entries={named(colours)}
        onChoose={(id) => apply(colourForAll(selected, id, catalogue))}
      />
      <Choice
        label={t('tolerance')}
        placeholder={t(tolerances.length > 0 ? 'toleranceChoose' : 'toleranceNone')}
        entries={named(tolerances)}
        onChoose={(id) => apply(toleranceForAll(selected, id))}
      />
    </>
  )
}

interface ChoiceProps {
  label: string
  placeholder: string
  entries: readonly { value: string; name: string }[]
  onChoose: (value: string) => void
}

/** A list that acts when an entry is chosen and then shows its name again. */
function Choice({ label, placeholder, entries, onChoose }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value=""
      disabled={entries.length === 0}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{placeholder}</option>
      {entries.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
