import { type Catalogue, type Fault, faultValues, type MaterialWay } from '@cotation/domain'
import { memo, useMemo } from 'react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import type { EditableLine } from '#features/quote/workspace/work-line.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { type SharedGroup, type SharedOption, sharedMaterials } from './fitting-materials.ts'

interface MaterialSelectProps {
  lines: readonly EditableLine[]
  catalogue: Catalogue
  texts: LineTexts
  onChoose: (way: MaterialWay) => void
}

const entryOf = ({ process, materialId }: MaterialWay) => `${process}/${materialId}`

/**
 * The materials that suit every selected part; the others say which part stands against them, and
 * why.
 */
export function MaterialSelect({ lines, catalogue, texts, onChoose }: MaterialSelectProps) {
  const t = useTranslations('lines')
  const groups = useMemo(() => sharedMaterials(lines, catalogue), [lines, catalogue])
  const choose = (value: string) => {
    const found = groups.flatMap(({ options }) => options).find((option) => entryOf(option) === value)
    if (found) onChoose({ materialId: found.materialId, process: found.process })
  }

  return (
    <select
      aria-label={t('bulk.material')}
      value=""
      disabled={lines.length === 0}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{t('bulk.materialChoose')}</option>
      <Options groups={groups} catalogue={catalogue} texts={texts} />
    </select>
  )
}

interface OptionsProps extends Pick<MaterialSelectProps, 'catalogue' | 'texts'> {
  groups: readonly SharedGroup[]
}

/** Kept apart: a hundred entries stay as they are while the rest of the bar changes. */
const Options = memo(function Options({ groups, catalogue, texts }: OptionsProps) {
  const t = useTranslations('lines')
  const { language } = useLanguage()
  const reason = useShortReason(catalogue, texts)
  const nameOf = ({ name, fault, misfit, misfits }: SharedOption) =>
    fault && misfit !== undefined
      ? t('bulk.misfit', { material: name[language], part: misfit, others: misfits - 1, reason: reason(fault) })
      : name[language]

  return groups.map(({ process, technologyName, processName, options }) => (
    <optgroup key={process} label={`${technologyName[language]} – ${processName[language]}`}>
      {options.map((option) => (
        <option key={option.materialId} value={entryOf(option)} disabled={option.fault !== undefined}>
          {nameOf(option)}
        </option>
      ))}
    </optgroup>
  ))
})

const shortReasons = ['PART_TOO_LARGE', 'BAR_TOO_SMALL', 'PART_NOT_TURNED', 'MATERIAL_UNAVAILABLE'] as const

/** Why a material cannot be chosen, in the few words that an entry of a list has room for. */
function useShortReason(catalogue: Catalogue, { faultText, language }: LineTexts) {
  const t = useTranslations('lines.bulk')
  return (fault: Fault) => {
    const short = shortReasons.find((code) => code === fault.code)
    return short ? t(`unfitReason.${short}`, faultValues(fault, catalogue, language)) : faultText(fault)
  }
}
