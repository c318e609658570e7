import { offeredColours, selectColour } from '@cotation/domain'
import { useId, useMemo } from 'react'
import { useFaultText, useNames } from '#features/quote/workspace/use-texts.ts'

import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Radio } from '#ui/radio-group.tsx'
import { addedTo, priceable } from './added.ts'
import classes from './choices.module.css'
import { AddedFigures } from './option-figures.tsx'
import { type PanelScope, useDeferredPart } from './panel-scope.ts'
import { Section } from './section.tsx'

import { useProposal } from './use-proposal.tsx'

/**
 * The colours of the material. A colour made by a service names it, and what it adds to the price.
 */
export function ColourChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.colour')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const group = useId()
  const { material, catalogue, configuration } = scope
  const { propose, dialog } = useProposal(scope)
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => {
    const now = priceable(deferred.part, deferred.configuration, deferred.catalogue).configuration
    const added = addedTo(deferred.part, now, deferred.catalogue)
    return offeredColours(deferred.material, deferred.catalogue).map((offered) => ({
      ...offered,
      added: offered.fault ? undefined : added(selectColour(now, offered.colour.id, deferred.catalogue).configuration),
    }))
  }, [deferred])

  return (
    <Section title={t('title')} help="colour" aside={names.colour(material.id, configuration.colourId)}>
      <div className={classes.swatches} role="radiogroup" aria-label={t('title')}>
        {offers.map(({ colour, service, fault, added }) => (
          <label key={colour.id} htmlFor={`${group}-${colour.id}`} className={classes.swatchOption}>
            <Radio
              id={`${group}-${colour.id}`}
              name={group}
              checked={colour.id === configuration.colourId}
              disabled={fault !== undefined}
              onChange={() => propose('colour', selectColour(configuration, colour.id, catalogue).configuration)}
            />
            <span className={classes.swatch} style={{ backgroundColor: colour.hex }} aria-hidden />
            <span className={classes.optionText}>
              <span>{colour.name[language]}</span>
              {service ? (
                <span className={classes.chooseSoft}>{t('by', { service: names.service(service.id) })}</span>
              ) : null}
              {fault ? <span className={classes.refused}>{faultText(fault)}</span> : null}
              {colour.id === configuration.colourId ? null : <AddedFigures added={added} />}
            </span>
          </label>
        ))}
      </div>
      {dialog}
    </Section>
  )
}
