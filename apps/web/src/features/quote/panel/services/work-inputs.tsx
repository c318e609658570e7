import { findOption, findService } from '@cotation/domain'
import { NumberField, SelectField, TextField } from '#features/quote/panel/scope/fields.tsx'
import { FileInput } from '#features/quote/panel/scope/file-input.tsx'
import classes from '#features/quote/panel/scope/inputs.module.css'
import { useWrong } from '#features/quote/panel/scope/use-wrong.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { useChoices } from './colour-inputs.tsx'
import type { InputProps } from './input-props.ts'

/** External threads, each size with its length and how many. */
export function ThreadingInputs({ selection, scope, faults, onChange }: InputProps<'threading'>) {
  const t = useTranslations('panel.input')
  const wrong = useWrong(faults, scope.catalogue)
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
            wrong={wrong(`services.threading.threads.${at}.size`)}
            value={size}
            options={sizes}
            onChange={(next) => set(at, { size: next })}
          />
          <NumberField
            label={t('threadLength')}
            wrong={wrong(`services.threading.threads.${at}.lengthMm`)}
            value={lengthMm}
            min={0}
            max={longestMm}
            step="any"
            onChange={(next) => set(at, { lengthMm: next ?? 0 })}
          />
          <NumberField
            label={t('count')}
            wrong={wrong(`services.threading.threads.${at}.count`)}
            value={count}
            min={1}
            max={1000}
            onChange={(next) => set(at, { count: next ?? 0 })}
          />
          <button
            type="button"
            className={buttons.quiet}
            onClick={() => onChange({ ...selection, threads: threads.filter((_, index) => index !== at) })}
          >
            {t('removeThread', { number: at + 1 })}
          </button>
        </div>
      ))}
      <button
        type="button"
        className={buttons.quiet}
        onClick={() =>
          onChange({ ...selection, threads: [...threads, { ...usual, lengthMm: Math.min(10, longestMm) }] })
        }
      >
        {t('addThread')}
      </button>
    </div>
  )
}

/** Spec 9: 30 to 90 Shore A, commonly 70, as far as the material reaches; HRC for steel. */
export function HardnessInputs({ selection, option, scope, faults, onChange }: InputProps<'hardness'>) {
  const t = useTranslations('panel.input')
  const wrong = useWrong(faults, scope.catalogue)
  const own = option.id === 'shore-a' ? scope.material.hardness : undefined
  const min = Math.max(option.value?.min ?? 0, own?.min ?? 0)
  const max = Math.min(option.value?.max ?? 100, own?.max ?? 100)
  const usual = own?.default ?? option.value?.default

  return (
    <div className={classes.inputs}>
      <NumberField
        label={t('hardness')}
        hint={usual === undefined ? t('range', { min, max }) : t('hardnessHint', { min, max, usual })}
        wrong={wrong('services.hardness.value')}
        value={selection.value}
        min={min}
        max={max}
        step={own?.step ?? option.value?.step ?? 1}
        onChange={(value) => onChange({ ...selection, value: value ?? 0 })}
      />
    </div>
  )
}

/** The hardness that a treatment is to reach, where the customer cares. */
export function HeatTreatmentInputs({ selection, option, scope, faults, onChange }: InputProps<'heat-treatment'>) {
  const t = useTranslations('panel.input')
  const wrong = useWrong(faults, scope.catalogue)
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
        hint={t('range', { min, max })}
        wrong={wrong('services.heat-treatment.targetHardness')}
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
  const wrong = useWrong(faults, scope.catalogue)
  const { instructionsFileId, ...bare } = selection
  const { minutesPerUnit, ...untimed } = selection

  return (
    <div className={classes.inputs}>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={selection.suppliedParts}
          onChange={(event) => onChange({ ...selection, suppliedParts: event.currentTarget.checked })}
        />
        <span>{t('suppliedParts')}</span>
      </label>
      <NumberField
        label={t('minutes')}
        hint={t('minutesHint')}
        wrong={wrong('services.assembling.minutesPerUnit')}
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
        wrong={wrong('services.assembling.instructionsFileId')}
        fileId={instructionsFileId}
        onChange={(next) => onChange(next ? { ...bare, instructionsFileId: next } : bare)}
      />
    </div>
  )
}

export function GrindingInputs({ selection, service, scope, faults, onChange }: InputProps<'grinding'>) {
  const t = useTranslations('panel.input')
  const wrong = useWrong(faults, scope.catalogue)
  const tolerances = useChoices(service)('tolerance')
  const { tolerance, ...bare } = selection

  return (
    <div className={classes.inputs}>
      <NumberField
        label={t('groundFaces')}
        wrong={wrong('services.grinding.faces')}
        value={selection.faces}
        min={1}
        max={1000}
        onChange={(faces) => onChange({ ...selection, faces: faces ?? 0 })}
      />
      <NumberField
        label={t('groundArea')}
        hint={t('groundAreaHint', { max: scope.part.areaMm2 / 100 })}
        wrong={wrong('services.grinding.areaCm2')}
        value={selection.areaCm2}
        min={0}
        max={scope.part.areaMm2 / 100}
        step="any"
        onChange={(areaCm2) => onChange({ ...selection, areaCm2: areaCm2 ?? 0 })}
      />
      {tolerances.length > 0 ? (
        <SelectField
          label={t('groundTolerance')}
          wrong={wrong('services.grinding.tolerance')}
          value={tolerance ?? ''}
          options={[{ value: '', label: t('usual') }, ...tolerances]}
          onChange={(next) => onChange(next ? { ...bare, tolerance: next } : bare)}
        />
      ) : null}
    </div>
  )
}

/** Which faces are finished: all, or those marked on the drawing. */
export function SurfaceFinishInputs({ selection, service, scope, faults, onChange }: InputProps<'surface-finish'>) {
  const t = useTranslations('panel.input')
  const wrong = useWrong(faults, scope.catalogue)

  return (
    <div className={classes.inputs}>
      <SelectField
        label={t('faces')}
        wrong={wrong('services.surface-finish.faces')}
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
        hint={t('polishedFacesHint')}
        wrong={undefined}
        value={faces ?? ''}
        maxLength={120}
        onChange={(next) => onChange(next ? { ...bare, faces: next } : bare)}
      />
    </div>
  )
}
