import { findOption, findService } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './choices.module.css'
import { useChoices } from './colour-inputs.tsx'
import { FileInput, NumberField, SelectField, useFieldError } from './fields.tsx'
import type { InputProps } from './input-props.ts'

/** External threads: size, length and count of each. */
export function ThreadingInputs({ selection, scope, faults, onChange }: InputProps<'threading'>) {
  const t = useTranslations('panel.input')
  const errorOf = useFieldError(faults, scope.catalogue)
  const { threads } = selection
  const [longestMm] = scope.part.sizeMm
  const sizes = scope.catalogue.threads.map(({ size }) => ({ value: size, label: size }))
  const set = (at: number, some: Partial<(typeof threads)[number]>) =>
    onChange({ ...selection, threads: threads.map((one, index) => (index === at ? { ...one, ...some } : one)) })
  const usual = { size: sizes.find(({ value }) => value === 'M6')?.value ?? sizes[0]?.value ?? '', count: 1 }

  return (
    <div className={classes.inputs}>
      {threads.map(({ size, lengthMm, count }, at) => (
        <div key={`thread ${String(at)}`} className={classes.row}>
          <SelectField
            label={t('threadSize')}
            error={errorOf(`services.threading.threads.${at}.size`)}
            value={size}
            options={sizes}
            onChange={(next) => set(at, { size: next })}
          />
          <NumberField
            label={t('threadLength')}
            error={errorOf(`services.threading.threads.${at}.lengthMm`)}
            value={lengthMm}
            min={0}
            max={longestMm}
            step="any"
            onChange={(next) => set(at, { lengthMm: next ?? 0 })}
          />
          <NumberField
            label={t('count')}
            error={errorOf(`services.threading.threads.${at}.count`)}
            value={count}
            min={1}
            max={1000}
            onChange={(next) => set(at, { count: next ?? 0 })}
          />
          <Button
            variant="quiet"
            onClick={() => onChange({ ...selection, threads: threads.filter((_, index) => index !== at) })}
          >
            {t('removeThread', { number: at + 1 })}
          </Button>
        </div>
      ))}
      <Button
        variant="quiet"
        onClick={() =>
          onChange({ ...selection, threads: [...threads, { ...usual, lengthMm: Math.min(10, longestMm) }] })
        }
      >
        {t('addThread')}
      </Button>
    </div>
  )
}

/** Spec 9: 30 to 90 Shore A, commonly 70, within the limits of the material; HRC for steel. */
export function HardnessInputs({ selection, option, scope, faults, onChange }: InputProps<'hardness'>) {
  const t = useTranslations('panel.input')
  const errorOf = useFieldError(faults, scope.catalogue)
  const own = option.id === 'shore-a' ? scope.material.hardness : undefined
  const min = Math.max(option.value?.min ?? 0, own?.min ?? 0)
  const max = Math.min(option.value?.max ?? 100, own?.max ?? 100)
  const usual = own?.default ?? option.value?.default

  return (
    <div className={classes.inputs}>
      <NumberField
        label={t('hardness')}
        description={usual === undefined ? t('range', { min, max }) : t('hardnessHint', { min, max, usual })}
        error={errorOf('services.hardness.value')}
        value={selection.value}
        min={min}
        max={max}
        step={own?.step ?? option.value?.step ?? 1}
        onChange={(value) => onChange({ ...selection, value: value ?? 0 })}
      />
    </div>
  )
}

/** The optional target hardness of a heat treatment. */
export function HeatTreatmentInputs({ selection, option, scope, faults, onChange }: InputProps<'heat-treatment'>) {
  const t = useTranslations('panel.input')
  const errorOf = useFieldError(faults, scope.catalogue)
  const hardness = findService(scope.catalogue, 'hardness')
  const any = hardness && findOption(hardness, 'hrc')?.value
  const reached = option.facts?.hardnessHrc
  if (!Array.isArray(reached)) return null

  const [min = any?.min ?? 0, max = any?.max ?? 70] = reached as readonly number[]
  const { targetHardness, ...bare } = selection

  return (
    <div className={classes.inputs}>
      <NumberField
        label={t('targetHardness')}
        description={t('range', { min, max })}
        error={errorOf('services.heat-treatment.targetHardness')}
        value={targetHardness}
        min={min}
        max={max}
        optional
        onChange={(value) => onChange(value === undefined ? bare : { ...bare, targetHardness: value })}
      />
    </div>
  )
}

export function AssemblingInputs({ selection, scope, faults, onChange }: InputProps<'assembling'>) {
  const t = useTranslations('panel.input')
  const errorOf = useFieldError(faults, scope.catalogue)
  const { instructionsFileId, ...bare } = selection
  const { minutesPerUnit, ...untimed } = selection

  return (
    <div className={classes.inputs}>
      <Checkbox
        className={classes.wide}
        label={t('suppliedParts')}
        checked={selection.suppliedParts}
        onChange={(event) => onChange({ ...selection, suppliedParts: event.currentTarget.checked })}
      />
      <NumberField
        label={t('minutes')}
        description={t('minutesHint')}
        error={errorOf('services.assembling.minutesPerUnit')}
        value={minutesPerUnit}
        min={0}
        max={480}
        step="any"
        optional
        onChange={(value) => onChange(value === undefined ? untimed : { ...untimed, minutesPerUnit: value })}
      />
      <FileInput
        scope={scope}
        label={t('instructionsFile')}
        error={errorOf('services.assembling.instructionsFileId')}
        fileId={instructionsFileId}
        onChange={(next) => onChange(next ? { ...bare, instructionsFileId: next } : bare)}
      />
    </div>
  )
}

export function GrindingInputs({ selection, service, scope, faults, onChange }: InputProps<'grinding'>) {
  const t = useTranslations('panel.input')
  const errorOf = useFieldError(faults, scope.catalogue)
  const tolerances = useChoices(service)('tolerance')
  const { tolerance, ...bare } = selection

  return (
    <div className={classes.inputs}>
      <NumberField
        label={t('groundFaces')}
        error={errorOf('services.grinding.faces')}
        value={selection.faces}
        min={1}
        max={1000}
        onChange={(faces) => onChange({ ...selection, faces: faces ?? 0 })}
      />
      <NumberField
        label={t('groundArea')}
        description={t('groundAreaHint', { max: scope.part.areaMm2 / 100 })}
        error={errorOf('services.grinding.areaCm2')}
        value={selection.areaCm2}
        min={0}
        max={scope.part.areaMm2 / 100}
        step="any"
        onChange={(areaCm2) => onChange({ ...selection, areaCm2: areaCm2 ?? 0 })}
      />
      {tolerances.length > 0 ? (
        <SelectField
          label={t('groundTolerance')}
          error={errorOf('services.grinding.tolerance')}
          value={tolerance ?? ''}
          options={[{ value: '', label: t('usual') }, ...tolerances]}
          onChange={(next) => onChange(next ? { ...bare, tolerance: next } : bare)}
        />
      ) : null}
    </div>
  )
}

/** Which faces are finished: all, or those marked in the drawing. */
export function SurfaceFinishInputs({ selection, service, scope, faults, onChange }: InputProps<'surface-finish'>) {
  const t = useTranslations('panel.input')
  const errorOf = useFieldError(faults, scope.catalogue)

  return (
    <div className={classes.inputs}>
      <SelectField
        label={t('faces')}
        error={errorOf('services.surface-finish.faces')}
        value={selection.faces}
        options={useChoices(service)('faces')}
        onChange={(faces) => onChange({ ...selection, faces })}
      />
    </div>
  )
}

export function PolishingInputs({ selection, onChange }: InputProps<'polishing'>) {
  const t = useTranslations('panel.input')
  const { faces, ...bare } = selection

  return (
    <div className={classes.inputs}>
      <TextField
        label={t('polishedFaces')}
        description={t('polishedFacesHint')}
        value={faces ?? ''}
        maxLength={120}
        onChange={({ currentTarget: { value: next } }) => onChange(next ? { ...bare, faces: next } : bare)}
      />
    </div>
  )
}
