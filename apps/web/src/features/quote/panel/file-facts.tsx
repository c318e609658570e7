import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './scope/file.module.css'
import type { PanelScope } from './scope/panel-scope.ts'

type FactsProps = Pick<PanelScope, 'line' | 'analysis'>

/**
 * Formats a measure. Small values use significant digits, because fixed decimals would show them as
 * zero.
 */
export function useMeasure() {
  const format = useFormatter()
  return (value: number, maximumFractionDigits = 2) =>
    format.number(value, Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits })
}

/** `100 × 60 × 25 mm`. */
export function useSizeText() {
  const t = useTranslations('panel.facts')
  const number = useMeasure()
  return ([x = 0, y = 0, z = 0]: readonly number[]) => t('size', { x: number(x), y: number(y), z: number(z) })
}

const summaryOf = ({ local, view }: WorkLine) => local?.analysis ?? view.upload.summary

/** The measures of the part, like the title block of a drawing. */
export function FileFacts({ line, analysis }: FactsProps) {
  const t = useTranslations('panel.facts')
  const number = useMeasure()
  const size = useSizeText()
  const { part, sizeMm, view, price } = line
  const summary = summaryOf(line)
  const body = analysis?.bodies[0] ?? line.local?.body

  return (
    <dl className={classes.facts}>
      {sizeMm ? <Fact name={t('dimensions')}>{size(sizeMm)}</Fact> : null}
      {part ? <Fact name={t('volume')}>{t('cm3', { value: number(part.volumeMm3 / 1000, 3) })}</Fact> : null}
      {part ? <Fact name={t('area')}>{t('cm2', { value: number(part.areaMm2 / 100) })}</Fact> : null}
      {price ? <Fact name={t('weight')}>{t('grams', { value: number(price.weightG, 1) })}</Fact> : null}
      {body ? <Fact name={t('wall')}>{t('mm', { value: number(body.walls.minMm) })}</Fact> : null}
      {part ? <Fact name={t('holes')}>{number(part.holes.length)}</Fact> : null}
      {body ? <Fact name={t('triangles')}>{number(body.triangles)}</Fact> : null}
      {summary ? (
        <Fact name={t('unit')}>{t(`unitSource.${summary.unit.source}`, { unit: summary.unit.name })}</Fact>
      ) : null}
      {summary ? (
        <Fact name={t('watertight')}>
          {summary.watertight ? t('yes') : t('open', { count: summary.openEdges + summary.nonManifoldEdges })}
        </Fact>
      ) : null}
      <Fact name={t('file')}>{view.upload.name}</Fact>
      {view.body && view.body.bodies > 1 ? (
        <Fact name={t('body')}>{t('bodyOf', { name: view.body.name, count: view.body.perFile })}</Fact>
      ) : null}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
