import { findColour } from '@cotation/domain'
import { useId, useRef, useState } from 'react'
import classes from '#features/quote/panel/scope/choose.module.css'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { Section } from '#features/quote/panel/scope/section.tsx'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { inMaterial, type MaterialEntry } from './material-entries.ts'
import { PropertyLine } from './material-option.tsx'
import { MaterialPicker } from './material-picker.tsx'

/** The chosen process and material, and on demand the list of all with price and date. */
export function MaterialChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.material')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const id = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { material, process, configuration } = scope
  const hex = findColour(material, configuration.colourId)?.hex
  const choose = (entry: MaterialEntry) => {
    scope.change('material', inMaterial(scope.part, configuration, entry, scope.catalogue))
    setOpen(false)
    // The option that had the focus is unmounted with the list.
    opener.current?.focus()
  }

  return (
    <Section title={t('title')} help="material" aside={names.process(process)}>
      <div className={classes.chosen}>
        <span className={classes.swatch} style={{ backgroundColor: hex }} aria-hidden />
        <span className={classes.optionText}>
          <span className={classes.optionName}>{material.name[language]}</span>
          <PropertyLine material={material} />
        </span>
        <Button variant="secondary" ref={opener} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? t('close') : t('change')}
        </Button>
      </div>
      <div id={id}>{open ? <MaterialPicker scope={scope} onChoose={choose} /> : null}</div>
    </Section>
  )
}
