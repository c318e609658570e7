import {
  type Catalogue,
  type Fault,
  findService,
  type Service,
  type ServiceColour,
  type ServiceOption,
} from '@cotation/domain'
import { useId } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './choices.module.css'
import { SelectField, useFieldError } from './fields.tsx'
import type { PanelScope } from './panel-scope.ts'

/** The limit of the contract. */
export const maxReferenceLength = 40

/** Used if the catalogue gives no limit. */
const defaultMaxColours = 10

interface ColourListProps {
  colours: readonly string[]
  service: Service
  option: ServiceOption
  /** Undefined if the option takes colour references. */
  offered: readonly ServiceColour[] | undefined
  scope: PanelScope
  faults: readonly Fault[]
  onChange: (colours: readonly string[]) => void
}

/** The preset references of painting, suggested for every colour reference. */
const presetsOf = (catalogue: Catalogue) => findService(catalogue, 'painting')?.presets ?? []

/**
 * The colours of a service, one field each: options of the service, or Pantone and RAL references.
 */
export function ColourList({ colours, service, option, offered, scope, faults, onChange }: ColourListProps) {
  const t = useTranslations('panel.input')
  const listId = useId()
  const max = option.maxColours ?? service.maxColours ?? defaultMaxColours
  const min = Math.max(1, option.minColours ?? 1)
  const shown = [...colours, ...Array<string>(Math.max(0, min - colours.length)).fill('')]

  return (
    <fieldset className={classes.colourGroup}>
      <legend>{t('colours', { most: max })}</legend>
      {shown.map((colour, at) => (
        <ColourField
          // Colours may be empty or repeated while typing, so the key is the position.
          key={`${service.id} ${String(at)}`}
          colour={colour}
          at={at}
          service={service}
          offered={offered}
          scope={scope}
          faults={faults}
          listId={listId}
          onChange={(next) => onChange(shown.with(at, next))}
          onRemove={shown.length > min ? () => onChange(shown.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      {offered ? null : (
        <datalist id={listId}>
          {presetsOf(scope.catalogue).map(({ code }) => (
            <option key={code} value={code} />
          ))}
        </datalist>
      )}
      {shown.length < max ? (
        <Button variant="quiet" onClick={() => onChange([...shown, ''])}>
          {t('addColour')}
        </Button>
      ) : null}
    </fieldset>
  )
}

interface ColourFieldProps extends Pick<ColourListProps, 'service' | 'offered' | 'scope' | 'faults'> {
  colour: string
  at: number
  listId: string
  onChange: (colour: string) => void
  onRemove: (() => void) | undefined
}

function ColourField({ colour, at, service, offered, scope, faults, listId, onChange, onRemove }: ColourFieldProps) {
  const t = useTranslations('panel.input')
  const { language } = useLanguage()
  const errorOf = useFieldError(faults, scope.catalogue)
  const field = {
    label: t('colour', { number: at + 1 }),
    error: errorOf(`services.${service.id}.colours.${at}`),
    value: colour,
  }
  const hex = hexOf(colour, offered, scope.catalogue)

  return (
    <div className={classes.row}>
      {offered ? (
        <SelectField
          {...field}
          onChange={onChange}
          options={offered.map((one) => ({ value: one.id, label: one.name[language] }))}
        />
      ) : (
        <TextField
          {...field}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={maxReferenceLength}
          list={listId}
          description={at === 0 ? t('reference') : undefined}
        />
      )}
      {hex ? <span className={classes.colourSwatch} style={{ backgroundColor: hex }} aria-hidden /> : null}
      {onRemove ? (
        <Button variant="quiet" onClick={onRemove}>
          {t('removeColour', { number: at + 1 })}
        </Button>
      ) : null}
    </div>
  )
}

function hexOf(
  colour: string,
  offered: readonly ServiceColour[] | undefined,
  catalogue: Catalogue,
): string | undefined {
  if (offered) return offered.find(({ id }) => id === colour)?.hex

  const normalized = (code: string) => code.toUpperCase().replaceAll(/^PANTONE|\s+/g, '')
  return presetsOf(catalogue).find(({ code }) => normalized(code) === normalized(colour))?.hex
}
