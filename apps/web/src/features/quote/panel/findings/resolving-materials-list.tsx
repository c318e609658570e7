import type { Finding } from '@cotation/geometry'
import { useMemo } from 'react'
import { entryKey } from '#features/quote/panel/material/material-entries.ts'
import { OptionPrice } from '#features/quote/panel/scope/option-price.tsx'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { deliveryDate } from '#features/quote/texts/delivery-date.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './findings.module.css'
import { resolvingMaterials } from './resolving-materials.ts'

/**
 * The cheapest ways to make the part without this finding, each with price and date, taken by one
 * press.
 */
export function ResolvingMaterials({ finding, scope }: { finding: Finding; scope: PanelScope }) {
  const t = useTranslations('panel.findings')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const { part, analysis, line, configuration, catalogue, now } = scope
  const fileName = line.view.upload.name
  const ways = useMemo(
    () => analysis && resolvingMaterials({ part, analysis, fileName }, finding, configuration, catalogue),
    [part, analysis, fileName, finding, configuration, catalogue],
  )
  if (!ways) return <p className={classes.soft}>{t('factsComing')}</p>
  if (ways.length === 0) return <p className={classes.soft}>{t('noMaterial')}</p>

  return (
    <ul className={classes.resolutions}>
      {ways.map(({ entry, configuration: changed }) => (
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
          <button type="button" className={buttons.secondary} onClick={() => scope.change('resolve', changed)}>
            {t('take')} <span className="visually-hidden">{entry.material.name[language]}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
