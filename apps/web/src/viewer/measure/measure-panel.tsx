import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './measure.module.css'
import { type Measure, measuresOf } from './measurement.ts'
import { useLengths } from './use-lengths.ts'
import type { MeasureTool } from './use-measure.ts'

/** The measurement in words; screen readers announce changes. */
export function MeasurePanel({ measure }: { measure: MeasureTool }) {
  const t = useTranslations('viewer.measure')
  const { mm } = useLengths()
  const say = (found: Measure) => {
    if (found.kind !== 'points') return t(found.kind, { length: mm(found.mm) })
    const [x, y, z] = found.along
    return t('points', { length: mm(found.mm), x: mm(x), y: mm(y), z: mm(z) })
  }

  const found = measuresOf(measure.places)
  const step = (['first', 'second'] as const)[measure.places.length] ?? 'again'

  return (
    <div className={classes.panel}>
      <div role="status">
        {found.length > 0 ? (
          <ul>
            {found.map((one, i) => (
              <li key={`${one.kind}-${i === 0 ? 'first' : 'next'}-${one.mm}`}>{say(one)}</li>
            ))}
          </ul>
        ) : null}
        <p>{t(step)}</p>
      </div>
      {measure.places.length > 0 ? (
        <Button variant="secondary" size="xs" className={classes.clear} onClick={measure.clear}>
          {t('clear')}
        </Button>
      ) : null}
    </div>
  )
}
