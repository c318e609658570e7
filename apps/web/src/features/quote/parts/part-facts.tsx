import type { PartAnalysis, PartSummary, Vec3 } from '@cotation/geometry'
import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './part-card.module.css'

/** What a file measures, as on the title block of a drawing; the later figures come with the whole analysis. */
export function PartFacts({ summary, analysis }: { summary: PartSummary; analysis: PartAnalysis | undefined }) {
  const t = useTranslations('parts.fact')
  const format = useFormatter()
  // Small parts would show as nothing with a fixed number of decimals.
  const number = (value: number, maximumFractionDigits = 2) =>
    format.number(value, value < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits })
  const size = (sides: Vec3) => t('size', { x: number(sides[0]), y: number(sides[1]), z: number(sides[2]) })
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={t('dimensions')}>{size(summary.sizeMm)}</Fact>
        <Fact name={t('volume')}>{t('cm3', { value: number(summary.volumeMm3 / 1000, 3) })}</Fact>
        <Fact name={t('area')}>{t('cm2', { value: number(summary.areaMm2 / 100, 2) })}</Fact>
        <Fact name={t('triangles')}>{number(summary.triangles)}</Fact>
        <Fact name={t('watertight')}>
          {summary.watertight ? t('yes') : t('open', { count: summary.openEdges + summary.nonManifoldEdges })}
        </Fact>
        {analysis ? <AnalysedFacts analysis={analysis} number={number} /> : null}
      </dl>
      {analysis && analysis.bodyCount > 1 ? <Bodies analysis={analysis} size={size} /> : null}
    </>
  )
}

function AnalysedFacts({ analysis, number }: { analysis: PartAnalysis; number: (value: number) => string }) {
  const t = useTranslations('parts.fact')
  const holes = analysis.bodies.reduce((sum, body) => sum + body.count * body.features.holes.length, 0)
  return (
    <>
      <Fact name={t('wall')}>
        {t('mm', { value: number(Math.min(...analysis.bodies.map((body) => body.walls.minMm))) })}
      </Fact>
      <Fact name={t('holes')}>{number(holes)}</Fact>
    </>
  )
}

/** Product decision: an assembly or a file of several shells is offered as one line per distinct solid with its count. */
function Bodies({ analysis, size }: { analysis: PartAnalysis; size: (sides: Vec3) => string }) {
  const t = useTranslations('parts.fact')
  return (
    <details className={classes.bodies}>
      <summary>{t('bodies', { count: analysis.bodyCount, distinct: analysis.bodies.length })}</summary>
      <ul>
        {analysis.bodies.map((body) => (
          <li key={body.fingerprint + body.name}>
            {t('body', { count: body.count, name: body.name })}{' '}
            <span className={classes.soft}>{size(body.shape.orientedBox.sizeMm)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
