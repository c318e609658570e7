import type { Box } from '@cotation/geometry'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Slider } from '#ui/slider.tsx'
import { useLengths } from '#viewer/measure/use-lengths.ts'
import { type Section, type SectionAxis, sectionAxes } from '#viewer/scene/viewer-messages.ts'
import { Tool, Tools } from './tool.tsx'
import classes from './toolbar.module.css'

interface SectionToolsProps {
  box: Box
  section: Section | undefined
  onChange: (section: Section | undefined) => void
}

const steps = 200
const placeOf = { x: 0, y: 1, z: 2 } as const

export function SectionTools({ box, section, onChange }: SectionToolsProps) {
  const t = useTranslations('viewer')
  const { mm } = useLengths()
  const range = (axis: SectionAxis) => [box.min[placeOf[axis]], box.max[placeOf[axis]]] as const
  const cut = (axis: SectionAxis) => {
    const [low, high] = range(axis)
    onChange({ axis, atMm: (low + high) / 2 })
  }

  const [low, high] = section ? range(section.axis) : [0, 0]

  return (
    <Tools name={t('section')}>
      {sectionAxes.map((axis) => {
        const pressed = section?.axis === axis
        return (
          <Tool
            key={axis}
            label={t('sectionAxis', { axis: axis.toUpperCase() })}
            pressed={pressed}
            onClick={() => (pressed ? onChange(undefined) : cut(axis))}
          >
            {axis.toUpperCase()}
          </Tool>
        )
      })}
      {section ? (
        <div className={classes.slider}>
          <Slider
            aria-label={t('sectionAt', { axis: section.axis.toUpperCase() })}
            min={0}
            max={steps}
            value={high > low ? Math.round(((section.atMm - low) / (high - low)) * steps) : 0}
            // Measured from the part's own corner, as on a drawing: the origin of the file means
            // nothing to the reader.
            aria-valuetext={mm(section.atMm - low)}
            onChange={(event) =>
              onChange({ axis: section.axis, atMm: low + (Number(event.target.value) / steps) * (high - low) })
            }
          />
          <span aria-hidden="true">{mm(section.atMm - low)}</span>
        </div>
      ) : null}
    </Tools>
  )
}
