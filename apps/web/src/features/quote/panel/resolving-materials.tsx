import { type Catalogue, type Configuration, findMaterial } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { useMemo } from 'react'
import { findingsOn, type InspectedPart } from '#features/quote/choices/inspect.ts'
import { entryKey, inMaterial, type MaterialEntry, materialEntries } from '#features/quote/choices/material-entries.ts'
import { OptionPrice } from '#features/quote/choices/option-figures.tsx'
import type { PanelScope } from '#features/quote/choices/panel-scope.ts'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './panel.module.css'

/**
 * The cheapest materials that avoid this finding, each with price, date and a button to choose it.
 */
export function ResolvingMaterials({ finding, scope }: { finding: Finding; scope: PanelScope }) {
  const t = useTranslations('panel.findings')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const { part, analysis, line, configuration, catalogue, dateAfter } = scope
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
              date={dateAfter(entry.offer.workingDays)}
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

interface Resolution {
  entry: MaterialEntry
  configuration: Configuration
}

/** The cheapest come first, and the search stops once there are enough. */
const maxOffered = 3

/** Whether there is a blocking finding that was not there before. */
const isWorse = (found: readonly Finding[], before: readonly Finding[]): boolean =>
  found.some(({ severity, rule }) => severity === 'blocks' && !before.some((one) => one.rule === rule))

/**
 * The cheapest materials of the same technology that resolve a finding without a new blocking
 * one. Findings are compared by metric, because rule names differ by process.
 */
export function resolvingMaterials(
  inspected: InspectedPart,
  finding: Finding,
  configuration: Configuration,
  catalogue: Catalogue,
): Resolution[] {
  const { part } = inspected
  const technologyId = findMaterial(catalogue, configuration.materialId)?.technologyId
  const before = findingsOn(inspected, configuration, catalogue)
  const cheapest = materialEntries(part, configuration, catalogue)
    .filter(({ material, offer }) => offer && material.technologyId === technologyId)
    .toSorted((one, other) => (one.offer?.lineMinor ?? 0) - (other.offer?.lineMinor ?? 0))
  const found: Resolution[] = []

  for (const entry of cheapest) {
    const changed = inMaterial(part, configuration, entry, catalogue)
    const left = findingsOn(inspected, changed, catalogue)
    const isLeft = left.some(({ metric, severity }) => metric === finding.metric && severity !== 'informs')
    if (isLeft || isWorse(left, before)) continue
    found.push({ entry, configuration: changed })
    if (found.length === maxOffered) break
  }

  return found
}
