import type { Finding } from '@cotation/geometry'
import { useMemo } from 'react'
import { entryKey } from '#features/quote/panel/material/material-entries.ts'
import { OptionPrice } from '#features/quote/panel/scope/option-price.tsx'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { deliveryDate } from '#features/quote/texts/delivery-date.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './findings.module.css'
import { resolvingMaterials } from './resolving-materials.ts'

/**
 * The cheapest materials that avoid this finding, each with price, date and a button to choose it.
 */
export function ResolvingMaterials({ finding, scope }: { finding: Finding; scope: PanelScope }) {
  const t = useTranslations('panel.findings')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const { part, analysis, line, configuration, catalogue, now } = scope
  const fileName = line.view.upload.name
  const resolutions = useMemo(
    () => analysis && resolvingMaterials({ part, analysis, fileName }, finding, configuration, catalogue),
    [part, analysis, fileName, finding, configuration, catalogue],
  )
  if (!resolutions) return <p className={classes.soft}>{t('factsComing')}</p>
  if (resolutions.length === 0) return <p className={classes.soft}>{t('noMaterial')}</p>

  return (
    <ul className={classes.resolutions}>
      {resolutions.map(({ entry, configuration: changed }) => (
        <li key={entryKey(entry)}>
          <span>
            <strong>{entry.material.name[language]}</strong>{' '}
            <span className={classes.soft}>{names.process(entry.process)}</span>
          </span>
          {entry.offer ? (
            <OptionPrice
              lineMinor={entry.offer.lineMinor}
              unitMinor={entry.offer.unitMinor}
              date={deliveryDate(entry.offer.workingDays, now, catalogue)}
            />
          ) : null}
          <Button variant="secondary" onClick={() => scope.change('resolve', changed)}>
            {t('take')} <span className="visually-hidden">{entry.material.name[language]}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
