import type { Messages } from '@cotation/messages'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './choices.module.css'
import { ColourList, maxReferenceLength } from './colour-list.tsx'
import { FileInput, NumberField, SelectField, useFieldError } from './fields.tsx'
import type { InputProps } from './input-props.ts'

/** The options of a choice within a service, translated. */
export function useChoices({ choices }: InputProps['service']) {
  const t = useTranslations('panel.choice')
  return (name: string) =>
    (choices?.[name] ?? []).map((value) => {
      const key = value as keyof Messages['panel']['choice']
      return { value, label: t.has(key) ? t(key) : value }
    })
}

/**
 * Spec 5: the quantity to anodize must be that of the line. It follows it, and any other value is
 * refused.
 */
export function AnodizingInputs({ selection, service, offered, scope, faults, onChange }: InputProps<'anodizing'>) {
  const t = useTranslations('panel.input')
  const { language } = useLanguage()
  const choices = useChoices(service)
  const errorOf = useFieldError(faults, scope.catalogue)

  return (
    <div className={classes.inputs}>
      <SelectField
        label={t('anodizedColour')}
        error={errorOf('services.anodizing.colour')}
        value={selection.colour}
        options={(offered ?? []).map(({ id, name }) => ({ value: id, label: name[language] }))}
        onChange={(colour) => onChange({ ...selection, colour })}
      />
      <SelectField
        label={t('gloss')}
        error={errorOf('services.anodizing.gloss')}
        value={selection.gloss}
        options={choices('gloss')}
        onChange={(gloss) => onChange({ ...selection, gloss })}
      />
      <NumberField
        label={t('anodizedQuantity')}
        error={errorOf('services.anodizing.quantity')}
        value={selection.quantity}
        min={1}
        max={scope.configuration.quantity}
        onChange={(quantity) => onChange({ ...selection, quantity: quantity ?? 0 })}
      />
      <TextField
        label={t('masking')}
        description={t('maskingHint')}
        value={selection.masking ?? ''}
        maxLength={500}
        onChange={({ currentTarget: { value: masking } }) => onChange({ ...selection, masking })}
      />
    </div>
  )
}

/** Spec 9: up to 3 colours for solid or gradient, 1 for cream. */
export function DyeingInputs(props: InputProps<'dyeing'>) {
  const t = useTranslations('panel.input')
  const { selection, scope, onChange } = props
  const { fileId, ...bare } = selection

  return (
    <div className={classes.inputs}>
      <ColourList {...props} colours={selection.colours} onChange={(colours) => onChange({ ...selection, colours })} />
      <FileInput
        scope={scope}
        label={t('dyeingFile')}
        fileId={fileId}
        onChange={(next) => onChange(next ? { ...bare, fileId: next } : bare)}
      />
    </div>
  )
}

/** Spec 9: up to 5 colours per model, 4 days each. A file describes the zones. */
export function PaintingInputs(props: InputProps<'painting'>) {
  const t = useTranslations('panel.input')
  const { selection, service, scope, faults, onChange } = props
  const choices = useChoices(service)
  const errorOf = useFieldError(faults, scope.catalogue)
  const { zonesFileId, ...bare } = selection

  return (
    <div className={classes.inputs}>
      <ColourList {...props} colours={selection.colours} onChange={(colours) => onChange({ ...selection, colours })} />
      <SelectField
        label={t('finish')}
        error={errorOf('services.painting.finish')}
        value={selection.finish}
        options={choices('finish')}
        onChange={(finish) => onChange({ ...selection, finish })}
      />
      {selection.colours.length > 1 || zonesFileId ? (
        <FileInput
          scope={scope}
          label={t('zonesFile')}
          error={errorOf('services.painting.zonesFileId')}
          fileId={zonesFileId}
          onChange={(next) => onChange(next ? { ...bare, zonesFileId: next } : bare)}
        />
      ) : null}
    </div>
  )
}

export function SilkscreenInputs(props: InputProps<'silkscreen'>) {
  const t = useTranslations('panel.input')
  const { selection, scope, faults, onChange } = props
  const errorOf = useFieldError(faults, scope.catalogue)
  const { artworkFileId, ...bare } = selection

  return (
    <div className={classes.inputs}>
      <ColourList {...props} colours={selection.colours} onChange={(colours) => onChange({ ...selection, colours })} />
      <NumberField
        label={t('printedZones')}
        error={errorOf('services.silkscreen.zones')}
        value={selection.zones}
        min={1}
        max={20}
        onChange={(zones) => onChange({ ...selection, zones: zones ?? 0 })}
      />
      <TextField
        label={t('position')}
        description={t('positionHint')}
        error={errorOf('services.silkscreen.position')}
        value={selection.position}
        maxLength={200}
        onChange={({ currentTarget: { value: position } }) => onChange({ ...selection, position })}
      />
      <FileInput
        scope={scope}
        label={t('artworkFile')}
        error={errorOf('services.silkscreen.artworkFileId')}
        fileId={artworkFileId}
        onChange={(next) => onChange(next ? { ...bare, artworkFileId: next } : bare)}
      />
    </div>
  )
}

/** Only spray paint has a colour. */
export function SpecialTreatmentInputs({ selection, scope, faults, onChange }: InputProps<'special-treatment'>) {
  const t = useTranslations('panel.input')
  const errorOf = useFieldError(faults, scope.catalogue)
  if (selection.option !== 'spray-paint') return null

  return (
    <div className={classes.inputs}>
      <TextField
        label={t('sprayColour')}
        description={t('reference')}
        error={errorOf('services.special-treatment.colour')}
        value={selection.colour ?? ''}
        maxLength={maxReferenceLength}
        onChange={({ currentTarget: { value: colour } }) => onChange({ ...selection, colour })}
      />
    </div>
  )
}
