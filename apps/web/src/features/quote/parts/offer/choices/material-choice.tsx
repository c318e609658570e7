import { type Catalogue, type Fault, faultValues, type MaterialWay, type PartMeasures } from '@cotation/domain'
import { memo, useId, useMemo } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { type MaterialGroup, type MaterialOption, materialGroups } from '../figures/material-groups.ts'
import classes from '../offer.module.css'
import { useFaultText } from '../use-figures.ts'

interface MaterialChoiceProps {
  part: PartMeasures
  catalogue: Catalogue
  way: MaterialWay
  onChange: (way: MaterialWay) => void
}

const entryOf = ({ process, materialId }: MaterialWay) => `${process}/${materialId}`

/** Process and material in one list: the browser's own, so that typing a name finds it and every screen reader knows it. */
export function MaterialChoice({ part, catalogue, way, onChange }: MaterialChoiceProps) {
  const t = useTranslations('parts.offer')
  const { language } = useLanguage()
  const id = useId()
  const groups = useMemo(() => materialGroups(part, catalogue), [part, catalogue])
  const choose = (value: string) => {
    const chosen = groups.flatMap(({ options }) => options).find((option) => entryOf(option) === value)
    if (chosen) onChange({ process: chosen.process, materialId: chosen.materialId })
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{t('material')}</label>
      <select id={id} value={entryOf(way)} onChange={(event) => choose(event.currentTarget.value)}>
        <Groups groups={groups} catalogue={catalogue} />
      </select>
      <p className={classes.soft}>{catalogue.processes[way.process].name[language]}</p>
    </div>
  )
}

/** Kept apart: a hundred entries stay as they are while the customer types a quantity. */
const Groups = memo(function Groups({ groups, catalogue }: { groups: MaterialGroup[]; catalogue: Catalogue }) {
  const t = useTranslations('parts.offer')
  const { language } = useLanguage()
  const reason = useUnfitReason(catalogue)
  const unless = (what: string, fault: Fault | undefined) =>
    fault ? t('unfit', { what, reason: reason(fault) }) : what
  const labelOf = ({ technologyName, processName, fault }: MaterialGroup) => {
    const [technology, process] = [technologyName[language], processName[language]]
    return unless(technology === process ? process : t('group', { technology, process }), fault)
  }
  const nameOf = ({ name, fault }: MaterialOption, group: MaterialGroup) =>
    unless(name[language], group.fault ? undefined : fault)
  return groups.map((group) => (
    <optgroup key={group.process} label={labelOf(group)}>
      {group.options.map((option) => (
        <option key={option.materialId} value={entryOf(option)} disabled={option.fault !== undefined}>
          {nameOf(option, group)}
        </option>
      ))}
    </optgroup>
  ))
})

const shortReasons = ['PART_TOO_LARGE', 'BAR_TOO_SMALL', 'PART_NOT_TURNED', 'MATERIAL_UNAVAILABLE'] as const

/** Why a material cannot be chosen, in the few words that an entry of a list has room for. */
function useUnfitReason(catalogue: Catalogue) {
  const t = useTranslations('parts.offer')
  const inFull = useFaultText(catalogue)
  const { language } = useLanguage()
  return (fault: Fault) => {
    const short = shortReasons.find((code) => code === fault.code)
    return short ? t(`unfitReason.${short}`, faultValues(fault, catalogue, language)) : inFull(fault)
  }
}
