import {
  type Fault,
  findOption,
  findService,
  type Service,
  type ServiceColour,
  type ServiceId,
  type ServiceOption,
  type ServiceSelection,
} from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import type { ChangeEvent, ComponentType } from 'react'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DrawingButton } from '#ui/drawing-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './choices.module.css'
import { ColourList, maxReferenceLength } from './colour-list.tsx'
import { FileInput, NumberField, SelectField, useAttaching, useFieldError } from './fields.tsx'
import type { PanelScope } from './panel-scope.ts'

type SelectionOf<Id extends ServiceId> = Extract<ServiceSelection, { id: Id }>

/** The props of a service's inputs. */
interface InputProps<Id extends ServiceId = ServiceId> {
  selection: SelectionOf<Id>
  service: Service
  option: ServiceOption
  /**
   * The colours that the option offers for the material; undefined if it takes colour references.
   */
  offered: readonly ServiceColour[] | undefined
  scope: PanelScope
  faults: readonly Fault[]
  onChange: (selection: SelectionOf<Id>) => void
}

/** The options of a choice within a service, translated. */
function useChoices({ choices }: Service) {
  const t = useTranslations('configuration.choice')
  return (name: string) =>
    (choices?.[name] ?? []).map((value) => {
      const key = value as keyof Messages['configuration']['choice']
      return { value, label: t.has(key) ? t(key) : value }
    })
}

/** The props of the fields that edit a selection, by the names of its properties. */
function useInputs<Id extends ServiceId>({ selection, service, scope, faults, onChange }: InputProps<Id>) {
  type Name = keyof SelectionOf<Id> & string
  const errorOf = useFieldError(faults, scope.catalogue)
  const choices = useChoices(service)
  const values: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(selection))

  const field = (name: Name, label: string) => ({ label, error: errorOf(`services.${selection.id}.${name}`) })

  /** Undefined removes an optional property. */
  const set = (name: Name, value: unknown) => {
    const entries = Object.entries({ ...values, [name]: value }).filter(([, one]) => one !== undefined)
    onChange(Object.fromEntries(entries) as SelectionOf<Id>)
  }

  return {
    set,
    number: (name: Name, label: string) => ({
      ...field(name, label),
      value: values[name] as number | undefined,
      onChange: (value: number | undefined) => set(name, value ?? 0),
    }),
    optionalNumber: (name: Name, label: string) => ({
      ...field(name, label),
      value: values[name] as number | undefined,
      optional: true,
      onChange: (value: number | undefined) => set(name, value),
    }),
    select: (name: Name, label: string) => ({
      ...field(name, label),
      value: (values[name] ?? '') as string,
      options: choices(name),
      onChange: (value: string) => set(name, value || undefined),
    }),
    text: (name: Name, label: string) => ({
      ...field(name, label),
      value: (values[name] ?? '') as string,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
    }),
    file: (name: Name, label: string) => ({
      ...field(name, label),
      scope,
      fileId: values[name] as string | undefined,
      onChange: (fileId: string | undefined) => set(name, fileId),
    }),
  }
}

/**
 * Spec 5: the quantity to anodize must be that of the line. It follows it, and any other value is
 * refused.
 */
function AnodizingInputs(props: InputProps<'anodizing'>) {
  const t = useTranslations('panel.input')
  const { language } = useLanguage()
  const { select, number, text } = useInputs(props)
  const colours = (props.offered ?? []).map(({ id, name }) => ({ value: id, label: name[language] }))

  return (
    <>
      <SelectField {...select('colour', t('anodizedColour'))} options={colours} />
      <SelectField {...select('gloss', t('gloss'))} />
      <NumberField {...number('quantity', t('anodizedQuantity'))} min={1} max={props.scope.configuration.quantity} />
      <TextField {...text('masking', t('masking'))} description={t('maskingHint')} maxLength={500} />
    </>
  )
}

/** Spec 9: up to 3 colours for solid or gradient, 1 for cream. */
function DyeingInputs(props: InputProps<'dyeing'>) {
  const t = useTranslations('panel.input')
  const { set, file } = useInputs(props)

  return (
    <>
      <ColourList {...props} colours={props.selection.colours} onChange={(colours) => set('colours', colours)} />
      <FileInput {...file('fileId', t('dyeingFile'))} />
    </>
  )
}

/** Spec 9: up to 5 colours per model, 4 days each. A file describes the zones. */
function PaintingInputs(props: InputProps<'painting'>) {
  const t = useTranslations('panel.input')
  const { set, select, file } = useInputs(props)
  const { colours, zonesFileId } = props.selection

  return (
    <>
      <ColourList {...props} colours={colours} onChange={(next) => set('colours', next)} />
      <SelectField {...select('finish', t('finish'))} />
      {colours.length > 1 || zonesFileId ? <FileInput {...file('zonesFileId', t('zonesFile'))} /> : null}
    </>
  )
}

function SilkscreenInputs(props: InputProps<'silkscreen'>) {
  const t = useTranslations('panel.input')
  const { set, number, text, file } = useInputs(props)

  return (
    <>
      <ColourList {...props} colours={props.selection.colours} onChange={(colours) => set('colours', colours)} />
      <NumberField {...number('zones', t('printedZones'))} min={1} max={20} />
      <TextField {...text('position', t('position'))} description={t('positionHint')} maxLength={200} />
      <FileInput {...file('artworkFileId', t('artworkFile'))} />
    </>
  )
}

/** Only spray paint has a colour. */
function SpecialTreatmentInputs(props: InputProps<'special-treatment'>) {
  const t = useTranslations('panel.input')
  const { text } = useInputs(props)
  if (props.selection.option !== 'spray-paint') return null

  return <TextField {...text('colour', t('sprayColour'))} description={t('reference')} maxLength={maxReferenceLength} />
}

/** External threads: size, length and count of each. */
function ThreadingInputs({ selection, scope, faults, onChange }: InputProps<'threading'>) {
  const t = useTranslations('panel.input')
  const errorOf = useFieldError(faults, scope.catalogue)
  const { threads } = selection
  const [longestMm] = scope.part.sizeMm
  const sizes = scope.catalogue.threads.map(({ size }) => ({ value: size, label: size }))
  const save = (next: typeof threads) => onChange({ ...selection, threads: next })
  const set = (at: number, some: Partial<(typeof threads)[number]>) =>
    save(threads.map((one, index) => (index === at ? { ...one, ...some } : one)))

  const add = () => {
    const size = sizes.find(({ value }) => value === 'M6')?.value ?? sizes[0]?.value ?? ''
    save([...threads, { size, count: 1, lengthMm: Math.min(10, longestMm) }])
  }

  return (
    <>
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
          <Button variant="quiet" onClick={() => save(threads.filter((_, index) => index !== at))}>
            {t('removeThread', { number: at + 1 })}
          </Button>
        </div>
      ))}
      <Button variant="quiet" onClick={add}>
        {t('addThread')}
      </Button>
    </>
  )
}

/** Spec 9: 30 to 90 Shore A, commonly 70, within the limits of the material; HRC for steel. */
function HardnessInputs(props: InputProps<'hardness'>) {
  const t = useTranslations('panel.input')
  const { number } = useInputs(props)
  const { option, scope } = props
  const own = option.id === 'shore-a' ? scope.material.hardness : undefined
  const min = Math.max(option.value?.min ?? 0, own?.min ?? 0)
  const max = Math.min(option.value?.max ?? 100, own?.max ?? 100)
  const usual = own?.default ?? option.value?.default

  return (
    <NumberField
      {...number('value', t('hardness'))}
      description={usual === undefined ? t('range', { min, max }) : t('hardnessHint', { min, max, usual })}
      min={min}
      max={max}
      step={own?.step ?? option.value?.step ?? 1}
    />
  )
}

/** The optional target hardness of a heat treatment. */
function HeatTreatmentInputs(props: InputProps<'heat-treatment'>) {
  const t = useTranslations('panel.input')
  const { optionalNumber } = useInputs(props)
  const hardness = findService(props.scope.catalogue, 'hardness')
  const general = hardness && findOption(hardness, 'hrc')?.value
  const reached = props.option.facts?.hardnessHrc
  if (!Array.isArray(reached)) return null

  const [min = general?.min ?? 0, max = general?.max ?? 70] = reached as readonly number[]
  const field = optionalNumber('targetHardness', t('targetHardness'))

  return <NumberField {...field} description={t('range', { min, max })} min={min} max={max} />
}

function AssemblingInputs(props: InputProps<'assembling'>) {
  const t = useTranslations('panel.input')
  const { set, optionalNumber, file } = useInputs(props)
  const minutes = optionalNumber('minutesPerUnit', t('minutes'))

  return (
    <>
      <Checkbox
        className={classes.wide}
        label={t('suppliedParts')}
        checked={props.selection.suppliedParts}
        onChange={(event) => set('suppliedParts', event.currentTarget.checked)}
      />
      <NumberField {...minutes} description={t('minutesHint')} min={0} max={480} step="any" />
      <FileInput {...file('instructionsFileId', t('instructionsFile'))} />
    </>
  )
}

function GrindingInputs(props: InputProps<'grinding'>) {
  const t = useTranslations('panel.input')
  const { number, select } = useInputs(props)
  const tolerance = select('tolerance', t('groundTolerance'))
  const max = props.scope.part.areaMm2 / 100
  const area = number('areaCm2', t('groundArea'))

  return (
    <>
      <NumberField {...number('faces', t('groundFaces'))} min={1} max={1000} />
      <NumberField {...area} description={t('groundAreaHint', { max })} min={0} max={max} step="any" />
      {tolerance.options.length > 0 ? (
        <SelectField {...tolerance} options={[{ value: '', label: t('usual') }, ...tolerance.options]} />
      ) : null}
    </>
  )
}

/** Which faces are finished: all, or those marked in the drawing. */
function SurfaceFinishInputs(props: InputProps<'surface-finish'>) {
  const t = useTranslations('panel.input')
  const { select } = useInputs(props)
  return <SelectField {...select('faces', t('faces'))} />
}

function PolishingInputs(props: InputProps<'polishing'>) {
  const t = useTranslations('panel.input')
  const { set, text } = useInputs(props)

  return (
    <TextField
      {...text('faces', t('polishedFaces'))}
      description={t('polishedFacesHint')}
      maxLength={120}
      onChange={(event) => set('faces', event.currentTarget.value || undefined)}
    />
  )
}

/**
 * Asks for a drawing while nothing says which dimensions matter: neither a file nor a tolerance
 * tighter than the usual one of the process. It never blocks: the report is possible without.
 */
function InspectionInputs({ scope }: InputProps<'inspection'>) {
  const t = useTranslations('panel')
  const names = useNames(scope.catalogue)
  const { add, failure, busy } = useAttaching(scope)
  const { line, process, configuration, catalogue } = scope

  const usual = catalogue.processes[process].defaultTolerance
  const isKnown = line.view.attachments.length > 0 || configuration.toleranceId !== usual
  if (isKnown) return null

  return (
    <div className={classes.wide}>
      <div className={classes.fileInput}>
        <p className={classes.soft}>{t('input.reportDrawing', { tolerance: names.tolerance(process, usual) })}</p>
        <DrawingButton
          label={t('files.addFor', { label: t('input.reportFile') })}
          busy={busy}
          onFile={(file) => void add(file)}
        />
        {failure ? (
          <p role="alert" className={classes.wrong}>
            {failure}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/**
 * The inputs of each service besides its option. Services of holes and risks have their own
 * sections.
 */
const inputs: { [Id in ServiceId]?: ComponentType<InputProps<Id>> } = {
  anodizing: AnodizingInputs,
  dyeing: DyeingInputs,
  painting: PaintingInputs,
  silkscreen: SilkscreenInputs,
  threading: ThreadingInputs,
  polishing: PolishingInputs,
  'surface-finish': SurfaceFinishInputs,
  hardness: HardnessInputs,
  'heat-treatment': HeatTreatmentInputs,
  assembling: AssemblingInputs,
  grinding: GrindingInputs,
  'special-treatment': SpecialTreatmentInputs,
  inspection: InspectionInputs,
}

interface ServiceInputsProps extends Omit<InputProps, 'selection' | 'onChange'> {
  selection: ServiceSelection
  onChange: (selection: ServiceSelection) => void
}

/** The inputs of a selected service. */
export function ServiceInputs(props: ServiceInputsProps) {
  // The table above pairs ids and inputs, which TypeScript cannot follow through the union.
  const Inputs = inputs[props.selection.id] as ComponentType<ServiceInputsProps> | undefined
  if (!Inputs) return null

  return (
    <div className={classes.inputs}>
      <Inputs {...props} />
    </div>
  )
}
