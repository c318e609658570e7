import { offeredTolerances } from '@cotation/domain'
import { useId, useMemo } from 'react'
import { useFaultText } from '#features/quote/texts/use-formats.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Radio } from '#ui/radio-group.tsx'
import { addedTo, priceable } from './scope/added.ts'
import { AddedFigures } from './scope/added-figures.tsx'
import classes from './scope/choose.module.css'
import type { PanelScope } from './scope/panel-scope.ts'
import { Section } from './scope/section.tsx'
import { useDeferredPart } from './scope/use-deferred-part.ts'

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
              <span className={classes.soft}>{t('grade', { grade: tolerance.itGrade })}</span>
              {tolerance.manualReview ? <span className={classes.soft}>{t('review')}</span> : null}
              {fault ? <span className={classes.refused}>{faultText(fault)}</span> : null}
            </span>
            {tolerance.id === configuration.toleranceId ? null : <AddedFigures added={added} />}
          </label>
        ))}
      </div>
    </Section>
  )
}
