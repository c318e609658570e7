import { offeredTolerances } from '@cotation/domain'
import { useId, useMemo } from 'react'
import { useFaultText, useNames } from '#features/quote/workspace/use-texts.ts'

import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Radio } from '#ui/radio-group.tsx'
import { addedTo, priceable } from './added.ts'
import classes from './choices.module.css'
import { AddedFigures } from './option-figures.tsx'
import { type PanelScope, useDeferredPart } from './panel-scope.ts'
import { Section } from './section.tsx'

/** The tolerance classes, each with what it adds to price and lead time. */
export function ToleranceChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.tolerance')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const group = useId()
  const { process, configuration } = scope
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => {
    const { part, material, catalogue } = deferred
    const now = priceable(part, deferred.configuration, catalogue).configuration
    const added = addedTo(part, now, catalogue)
    return offeredTolerances(part, material, catalogue.processes[deferred.process]).map((offered) => ({
      ...offered,
      added: added({ ...now, toleranceId: offered.tolerance.id }),
    }))
  }, [deferred])

  return (
    <Section title={t('title')} help="tolerance" aside={names.tolerance(process, configuration.toleranceId)}>
      <div className={classes.list} role="radiogroup" aria-label={t('title')}>
        {offers.map(({ tolerance, fault, added }) => (
          <label key={tolerance.id} htmlFor={`${group}-${tolerance.id}`} className={classes.choice}>
            <Radio
              id={`${group}-${tolerance.id}`}
              name={group}
              checked={tolerance.id === configuration.toleranceId}
              disabled={fault !== undefined}
              onChange={() => scope.change('tolerance', { ...configuration, toleranceId: tolerance.id })}
            />
            <span className={classes.optionText}>
              <span className={classes.optionName}>{tolerance.name[language]}</span>
              <span className={classes.chooseSoft}>{t('grade', { grade: tolerance.itGrade })}</span>
              {tolerance.manualReview ? <span className={classes.chooseSoft}>{t('review')}</span> : null}
              {fault ? <span className={classes.refused}>{faultText(fault)}</span> : null}
            </span>
            {tolerance.id === configuration.toleranceId ? null : <AddedFigures added={added} />}
          </label>
        ))}
      </div>
    </Section>
  )
}
