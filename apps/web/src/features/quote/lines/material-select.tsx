import { type Catalogue, type Fault, faultValues, type MaterialWay } from '@cotation/domain'
import { memo, useMemo } from 'react'
import type { LineTexts } from '#features/quote/workspace/use-line-texts.ts'
import type { EditableLine } from '#features/quote/workspace/work-line.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Select } from '#ui/select.tsx'
import { type SharedGroup, type SharedOption, sharedMaterials } from './fitting-materials.ts'

interface MaterialSelectProps {
  lines: readonly EditableLine[]
  catalogue: Catalogue
  texts: LineTexts
  onChoose: (way: MaterialWay) => void
}

const optionValue = ({ process, materialId }: MaterialWay) => `${process}/${materialId}`

/**
 * The materials that fit every selected part; the others are disabled and name the part that does
 * not fit.
 */
export function MaterialSelect({ lines, catalogue, texts, onChoose }: MaterialSelectProps) {
  const t = useTranslations('line')
  const groups = useMemo(() => sharedMaterials(lines, catalogue), [lines, catalogue])
  const choose = (value: string) => {
    const found = groups.flatMap(({ options }) => options).find((option) => optionValue(option) === value)
    if (found) onChoose({ materialId: found.materialId, process: found.process })
  }

  return (
    <Select
      size="sm"
      aria-label={t('bulk.material')}
      value=""
      disabled={lines.length === 0}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{t('bulk.materialChoose')}</option>
      <Options groups={groups} catalogue={catalogue} texts={texts} />
    </Select>
  )
}

interface OptionsProps extends Pick<MaterialSelectProps, 'catalogue' | 'texts'> {
  groups: readonly SharedGroup[]
}

/** Memoised separately: a hundred options need not re-render with the rest of the bar. */
const Options = memo(function Options({ groups, catalogue, texts }: OptionsProps) {
  const t = useTranslations('line')
  const { language } = useLanguage()
  const reason = useShortReason(catalogue, texts)

  const nameOf = ({ name, fault, misfit, misfits }: SharedOption) => {
    const material = name[language]
    if (!fault || misfit === undefined) return material
    return t('bulk.misfit', { material, part: misfit, others: misfits - 1, reason: reason(fault) })
  }

  return groups.map(({ process, technologyName, processName, options }) => (
    <optgroup key={process} label={`${technologyName[language]} – ${processName[language]}`}>
      {options.map((option) => (
        <option key={option.materialId} value={optionValue(option)} disabled={option.fault !== undefined}>
          {nameOf(option)}
        </option>
      ))}
    </optgroup>
  ))
})

const shortReasons = ['PART_TOO_LARGE', 'BAR_TOO_SMALL', 'PART_NOT_TURNED', 'MATERIAL_UNAVAILABLE'] as const

/** Why a material cannot be chosen, short enough for an option of a select. */
function useShortReason(catalogue: Catalogue, { faultText, language }: LineTexts) {
  const t = useTranslations('line.bulk')
  return (fault: Fault) => {
    const short = shortReasons.find((code) => code === fault.code)
    return short ? t(`unfitReason.${short}`, faultValues(fault, catalogue, language)) : faultText(fault)
  }
}
