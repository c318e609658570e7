import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useLengths } from '#viewer/measure/use-lengths.ts'
import { thinShare } from '#viewer/scene/wall-map.ts'
import { cssColour, rampGradient, unmeasured } from '#viewer/scene/wall-ramp.ts'
import type { WallTool } from './use-walls.ts'
import classes from './walls.module.css'

/** What the colours of the walls mean, or how far measuring them is. */
export function WallLegend({ tool }: { tool: WallTool }) {
  const t = useTranslations('viewer.walls')
  const { state, walls } = tool
  if (state.phase === 'off') return null

  return (
    <div className={classes.panel}>
      {state.phase === 'measuring' ? (
        <>
          <label className={classes.progress}>
            {t('measuring')}
            <progress max={1} value={state.done} />
          </label>
          <Button variant="secondary" size="xs" className={classes.cancel} onClick={tool.toggle}>
            {t('cancel')}
          </Button>
        </>
      ) : null}
      {state.phase === 'failed' ? <p role="alert">{t('failed')}</p> : null}
      {walls ? <Scale walls={walls} /> : null}
    </div>
  )
}

function Scale({ walls: { maps, scale } }: { walls: NonNullable<WallTool['walls']> }) {
  const t = useTranslations('viewer.walls')
  const format = useFormatter()
  const { mm, number } = useLengths()
  const { limitMm, maxMm } = scale
  const share = useMemo(() => (limitMm === undefined ? undefined : thinShare(maps, limitMm)), [maps, limitMm])
  const percent = (value: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: value < 0.01 ? 2 : value < 0.1 ? 1 : 0 })

  return (
    <>
      <p className={classes.name}>{t('legend')}</p>
      <div className={classes.ramp} style={{ backgroundImage: rampGradient(scale) }} aria-hidden="true" />
      <div className={classes.ticks} aria-hidden="true">
        <span>0</span>
        {limitMm === undefined ? null : (
          <span className={classes.limit} style={{ left: `${Math.min(100, (100 * limitMm) / maxMm)}%` }}>
            {number(limitMm)}
          </span>
        )}
        <span>≥ {mm(maxMm)}</span>
      </div>
      <p className={classes.unmeasured}>
        <span style={{ backgroundColor: cssColour(unmeasured) }} aria-hidden="true" /> {t('unmeasured')}
      </p>
      {share === undefined || limitMm === undefined ? null : (
        <p role="status">
          {share > 0 ? t('thin', { share: percent(share), limit: mm(limitMm) }) : t('fine', { limit: mm(limitMm) })}
        </p>
      )}
    </>
  )
}
