import { type Catalogue, findService, type ServiceColour } from '@cotation/domain'
import { useId } from 'react'
import { SelectField, TextField } from '#features/quote/panel/scope/fields.tsx'
import classes from '#features/quote/panel/scope/inputs.module.css'
import { useWrong } from '#features/quote/panel/scope/use-wrong.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import type { InputProps } from './input-props.ts'

/** No reference is longer. */
export const longestReference = 40

/** For a service that names no most. */
const mostColours = 10

interface ColourListProps extends Omit<InputProps, 'selection' | 'onChange'> {
  colours: readonly string[]
  onChange: (colours: readonly string[]) => void
}

/** References that painting knows by heart: they are offered wherever one is asked for. */
const presetsOf = (catalogue: Catalogue) => findService(catalogue, 'painting')?.presets ?? []

/**
 * The colours of a service, one field each: chosen from its list, or given as Pantone and RAL
 * references.
 */
export function ColourList({ colours, service, option, offered, scope, faults, onChange }: ColourListProps) {
  const t = useTranslations('panel.input')
  const listId = useId()
  const most = option.maxColours ?? service.maxColours ?? mostColours
  const least = Math.max(1, option.minColours ?? 1)
  const shown = [...colours, ...Array<string>(Math.max(0, least - colours.length)).fill('')]

  return (
    <fieldset className={classes.group}>
      <legend>{t('colours', { most })}</legend>
      {shown.map((colour, at) => (
        <ColourField
          // A colour may be empty or repeated while it is typed: its place is what it is known by.
          key={`${service.id} ${String(at)}`}
          {...{ colour, at, service, offered, scope, faults, listId }}
          onChange={(next) => onChange(shown.with(at, next))}
          onRemove={shown.length > least ? () => onChange(shown.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      {offered ? null : (
        <datalist id={listId}>
          {presetsOf(scope.catalogue).map(({ code }) => (
            <option key={code} value={code} />
          ))}
        </datalist>
      )}
      {shown.length < most ? (
        <button type="button" className={buttons.quiet} onClick={() => onChange([...shown, ''])}>
          {t('addColour')}
        </button>
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
  const wrong = useWrong(faults, scope.catalogue)
  const field = {
    label: t('colour', { number: at + 1 }),
    wrong: wrong(`services.${service.id}.colours.${at}`),
    value: colour,
    onChange,
  }

  return (
    <div className={classes.row}>
      {offered ? (
        <SelectField {...field} options={offered.map((one) => ({ value: one.id, label: one.name[language] }))} />
      ) : (
        <TextField {...field} maxLength={longestReference} list={listId} hint={at === 0 ? t('reference') : undefined} />
      )}
      <Swatch hex={hexOf(colour, offered, scope.catalogue)} />
      {onRemove ? (
        <button type="button" className={buttons.quiet} onClick={onRemove}>
          {t('removeColour', { number: at + 1 })}
        </button>
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
  const same = (code: string) => code.toUpperCase().replaceAll(/^PANTONE|\s+/g, '')
  return presetsOf(catalogue).find(({ code }) => same(code) === same(colour))?.hex
}

/** A colour on the page; nothing where it is not known. */
export function Swatch({ hex }: { hex: string | undefined }) {
  return hex ? <span className={classes.swatch} style={{ backgroundColor: hex }} aria-hidden /> : null
}
