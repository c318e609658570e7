import { lazy, Suspense, useState } from 'react'
import { type CountryEstimate, useEstimate } from '#features/quote/workspace/estimate.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { countryName } from '#lib/texts/country-name.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './project.module.css'

/** The list of all countries is not part of the first download. */
const LandedDialog = lazy(() => import('./landed-dialog.tsx').then((module) => ({ default: module.LandedDialog })))

/**
 * What the ready parts cost delivered to a country; the dialog has every charge and the choice. It
 * follows the total a moment later, and says so until then.
 */
export function LandedFigure({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('line.landed')
  const { money } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const shown = useEstimate(workspace)
  const { estimate, isSettling } = shown

  return (
    <div aria-busy={isSettling} data-settling={isSettling || undefined}>
      <dt>{t('label')}</dt>
      <dd>
        {'refusals' in estimate ? null : (
          <data className={classes.figure} value={estimate.totalMinor}>
            {money(estimate.totalMinor)}
          </data>
        )}
        <span className={classes.headerHint}>
          {isSettling ? t('updating') : <LandedSummary shown={shown} lines={workspace.lines.length} />}{' '}
          <Button variant="bare" className={classes.landedOpen} onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        </span>
        {isOpen ? (
          <Suspense>
            <LandedDialog workspace={workspace} shown={shown} onClose={() => setOpen(false)} />
          </Suspense>
        ) : null}
      </dd>
    </div>
  )
}

/** Carriage and import in a sentence, or why there is no figure. */
function LandedSummary({ shown: { country: code, estimate }, lines }: { shown: CountryEstimate; lines: number }) {
  const t = useTranslations('line.landed')
  const { language } = useLanguage()
  const { money } = useFormats()
  const country = countryName(code, language)

  const text = () => {
    if (lines === 0) return t('empty')
    if ('refusals' in estimate) {
      const isEmpty = estimate.refusals.some((refusal) => refusal.code === 'empty-order')
      return isEmpty ? t('notReady') : t('refused', { country })
    }

    const { order, landed } = estimate
    const carriage = money(order.shipping.minor)
    if (landed.state === 'unknown') return t('summaryUnknown', { country, carriage })
    if (landed.state === 'free-circulation') return t('summaryFree', { country, carriage })
    return t('summary', { country, carriage, charges: money(landed.dutyMinor + landed.taxMinor) })
  }

  return text()
}
