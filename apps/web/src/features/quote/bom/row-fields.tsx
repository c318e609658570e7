import {
  type Catalogue,
  type Configuration,
  chosenProcess,
  findMaterial,
  type MaterialWay,
  offeredServices,
  type ServiceId,
  type ServiceSelection,
} from '@cotation/domain'
import { type ReactNode, useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { type BomField, bomFields } from '#features/quote/files/read-bom.ts'
import { type SharedGroup, sharedMaterials } from '#features/quote/lines/fitting-materials.ts'
import { useFaultText, useNames } from '#features/quote/workspace/use-texts.ts'
import { type EditableLine, isEditable } from '#features/quote/workspace/work-line.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './bom.module.css'
import { finishServices } from './match-finish.ts'
import type { PlannedRow } from './plan-bom.ts'
import type { BomCorrection, PlannedLine } from './plan-line.ts'

interface RowProps {
  plan: PlannedRow
  catalogue: Catalogue
}

/** The finishing services of a configuration. */
const finishesOf = ({ services }: Configuration): readonly ServiceSelection[] =>
  services.filter(({ id }) => finishServices.has(id))

/** Why a field is not applied, with the text of the list. */
function useProblemText({ row }: PlannedRow, catalogue: Catalogue) {
  const t = useTranslations('upload.bom')
  const faultText = useFaultText(catalogue)

  return (field: BomField, problems: PlannedLine['problems']): string | undefined => {
    const problem = problems[field]
    if (problem === undefined) return undefined
    return typeof problem === 'string' ? t(problem, { text: row.texts[field] ?? '' }) : faultText(problem)
  }
}

/** The colours of a service: identifiers of its list, or references. */
function coloursOf(selection: ServiceSelection): readonly string[] {
  if ('colours' in selection) return selection.colours
  return 'colour' in selection && selection.colour ? [selection.colour] : []
}

/** What a line becomes, in words. */
function useValueTexts(catalogue: Catalogue) {
  const t = useTranslations('upload.bom')
  const names = useNames(catalogue)
  const format = useFormatter()
  const { language } = useLanguage()

  /** The service with its option and colours: `Anodizing: Type II, Black`. */
  const serviceText = (selection: ServiceSelection): string => {
    const { id, option: optionId } = selection
    const service = catalogue.services.find((one) => one.id === id)
    const option = service?.options.find((one) => one.id === optionId)
    if (!option) return names.service(id)

    const named = option.colours ?? service?.colours ?? []
    const colours = coloursOf(selection).map(
      (colour) => named.find((one) => one.id === colour)?.name[language] ?? colour,
    )
    return t('option', { service: names.service(id), option: [option.name[language], ...colours].join(', ') })
  }

  return (line: EditableLine, configuration: Configuration, comment: string): Record<BomField, string> => {
    const { materialId, colourId, toleranceId, quantity } = configuration
    const material = findMaterial(catalogue, materialId)
    const process = material && chosenProcess(line.part, material, configuration.process)

    return {
      quantity: format.number(quantity),
      process: process ? names.process(process) : '',
      material: names.material(materialId),
      finish: format.list(finishesOf(configuration).map(serviceText)) || '–',
      colour: names.colour(materialId, colourId),
      tolerance: process ? names.tolerance(process, toleranceId) : '',
      comment,
    }
  }
}

/** What a row would set: one term per column of the list, with what is not possible. */
export function RowValues({ plan, catalogue }: RowProps) {
  const t = useTranslations('upload.bom')
  const problemText = useProblemText(plan, catalogue)
  const valueTexts = useValueTexts(catalogue)
  const [line] = plan.lines
  const [planned] = plan.planned
  if (!line || !planned || !isEditable(line)) return null

  const values = valueTexts(line, planned.edit.configuration, plan.row.texts.comment ?? '')
  const shown = bomFields.filter((field) => plan.row.texts[field] !== undefined)

  return (
    <dl className={classes.fields}>
      {shown.map((field) => {
        const problem = problemText(field, planned.problems)
        return (
          <div key={field}>
            <dt>{t(field)}</dt>
            <dd className={problem ? classes.problem : undefined}>{problem ?? values[field]}</dd>
          </div>
        )
      })}
    </dl>
  )
}

interface RowCorrectionProps extends RowProps {
  correction: BomCorrection
  onCorrect: (change: Partial<BomCorrection>) => void
}

/** Fields to correct what a row sets. */
export function RowCorrection({ plan, catalogue, correction, onCorrect }: RowCorrectionProps) {
  const t = useTranslations('upload.bom')
  const names = useNames(catalogue)
  const problemText = useProblemText(plan, catalogue)
  const [line] = plan.lines
  const [planned] = plan.planned
  if (!line || !planned || !isEditable(line)) return null

  const { texts } = plan.row
  const { configuration } = planned.edit
  const errorOf = (field: BomField) => problemText(field, planned.problems)
  const keep = { value: '', label: t('unchanged') }
  const material = findMaterial(catalogue, configuration.materialId)
  const process = material && chosenProcess(line.part, material, configuration.process)

  return (
    <div className={classes.fields}>
      <TextField
        label={t('quantity')}
        inputMode="numeric"
        value={correction.quantity ?? texts.quantity ?? String(configuration.quantity)}
        error={errorOf('quantity')}
        onChange={(event) => onCorrect({ quantity: event.currentTarget.value })}
      />
      <MaterialField
        line={line}
        catalogue={catalogue}
        configuration={configuration}
        onCorrect={onCorrect}
        error={errorOf('material') ?? errorOf('process')}
      />
      <FinishField
        line={line}
        catalogue={catalogue}
        configuration={configuration}
        onCorrect={onCorrect}
        error={errorOf('finish')}
      />
      {texts.colour === undefined ? null : (
        <Select
          label={t('colour')}
          error={errorOf('colour')}
          value={planned.problems.colour ? '' : configuration.colourId}
          options={[
            keep,
            ...(material?.colours ?? []).map(({ id }) => ({
              value: id,
              label: names.colour(configuration.materialId, id),
            })),
          ]}
          onChange={(event) => onCorrect({ colour: event.currentTarget.value })}
        />
      )}
      {texts.tolerance === undefined || !process ? null : (
        <Select
          label={t('tolerance')}
          error={errorOf('tolerance')}
          value={planned.problems.tolerance ? '' : configuration.toleranceId}
          options={[
            keep,
            ...(material?.tolerances ?? []).map((id) => ({ value: id, label: names.tolerance(process, id) })),
          ]}
          onChange={(event) => onCorrect({ tolerance: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  line: EditableLine
  catalogue: Catalogue
  /** The line as it would become. */
  configuration: Configuration
  onCorrect: (change: Partial<BomCorrection>) => void
  error: string | undefined
}

/** The materials that fit the part, by process. */
function MaterialField({ line, catalogue, configuration, onCorrect, error }: ChoiceProps) {
  const t = useTranslations('upload.bom')
  const { language } = useLanguage()
  const names = useNames(catalogue)
  const groups = useMemo(() => sharedMaterials([line], catalogue), [line, catalogue])
  const options = groups.flatMap((group) => group.options)
  const optionValue = ({ process, materialId }: MaterialWay) => `${process}/${materialId}`
  const material = findMaterial(catalogue, configuration.materialId)
  const process = material && chosenProcess(line.part, material, configuration.process)
  const planned = process ? optionValue({ process, materialId: configuration.materialId }) : ''

  const choose = (value: string) => {
    const found = options.find((option) => optionValue(option) === value)
    onCorrect({ material: found ? { materialId: found.materialId, process: found.process } : 'keep' })
  }

  const groupOf = ({ process: id, technologyName, processName, options: all }: SharedGroup): ReactNode => (
    <optgroup key={id} label={`${technologyName[language]} – ${processName[language]}`}>
      {all
        .filter(({ fault }) => !fault)
        .map((option) => (
          <option key={option.materialId} value={optionValue(option)}>
            {option.name[language]}
          </option>
        ))}
    </optgroup>
  )

  return (
    <Select
      label={t('material')}
      error={error}
      value={error ? '' : planned}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{t('keep', { value: names.material(line.configuration?.materialId ?? '') })}</option>
      {groups.map(groupOf)}
    </Select>
  )
}

/** The finishes that the material may have. */
function FinishField({ line, catalogue, configuration, onCorrect, error }: ChoiceProps) {
  const t = useTranslations('upload.bom')
  const names = useNames(catalogue)
  const { language } = useLanguage()
  const material = findMaterial(catalogue, configuration.materialId)
  if (!material) return null

  const process = chosenProcess(line.part, material, configuration.process)
  const offered = offeredServices(line.part, material, process, catalogue).filter(({ service }) =>
    finishServices.has(service.id),
  )
  const choices = offered.flatMap(({ service, options }) =>
    options.flatMap(({ option, fault }) => (fault ? [] : [{ id: service.id, option: option.id, name: option.name }])),
  )
  const optionValue = ({ id, option }: { id: ServiceId; option: string }) => `${id}/${option}`
  const [planned] = finishesOf(configuration)

  const options: SelectOption[] = choices.map((one) => ({
    value: optionValue(one),
    label: t('option', { service: names.service(one.id), option: one.name[language] }),
  }))

  return (
    <Select
      label={t('finish')}
      error={error}
      value={planned && !error ? optionValue(planned) : ''}
      options={[{ value: '', label: t('keepFinish') }, ...options]}
      onChange={({ currentTarget }) => {
        const found = choices.find((one) => optionValue(one) === currentTarget.value)
        onCorrect({ finish: found ? { id: found.id, option: found.option } : 'keep' })
      }}
    />
  )
}
