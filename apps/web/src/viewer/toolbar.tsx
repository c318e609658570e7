import type { Box } from '@cotation/geometry'
import type { ReactNode } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Slider } from '#ui/slider.tsx'
import { viewNames } from './camera/camera.ts'
import { zoomStep } from './camera/gestures.ts'
import type { CameraControl } from './camera/use-camera.ts'
import type { MeasureTool } from './measure/measure-tool.tsx'
import { useLengths } from './measure/use-lengths.ts'
import type { WallTool } from './measure/wall-tool.tsx'
import { axisIndex, type Section, type SectionAxis, sectionAxes } from './scene/viewer-messages.ts'
import classes from './toolbar.module.css'

/** What the visitor can switch on and off. */
export interface Switches {
  edges: boolean
  transparent: boolean
  sizes: boolean
  findings: boolean
  holes: boolean
  /** The surface as ordered, else as the file has it. */
  ordered: boolean
  section: Section | undefined
}

interface ToolbarProps {
  box: Box
  control: CameraControl
  switches: Switches
  measure: MeasureTool
  walls: WallTool
  /** Which kinds of marks the part has. */
  marked: { findings: boolean; holes: boolean }
  /** The part has an ordered finish. */
  finished: boolean
  onChange: (change: Partial<Switches>) => void
}

/** Everything that the gestures and keys do, as buttons: nothing needs a mouse. */
export function Toolbar({ box, control, switches, measure, walls, marked, finished, onChange }: ToolbarProps) {
  const t = useTranslations('viewer')
  const shown = (['edges', 'transparent', 'sizes', 'findings', 'holes'] as const).filter(
    (name) => (name !== 'findings' && name !== 'holes') || marked[name],
  )

  return (
    <div className={classes.tools}>
      <Tools name={t('views')}>
        {viewNames.map((name) => (
          <Tool key={name} onClick={() => control.view(name)}>
            {t(`view.${name}`)}
          </Tool>
        ))}
        <Tool onClick={() => control.fit()}>{t('fit')}</Tool>
        <Tool label={t('zoomIn')} onClick={() => control.zoom(1 / zoomStep)}>
          +
        </Tool>
        <Tool label={t('zoomOut')} onClick={() => control.zoom(zoomStep)}>
          −
        </Tool>
      </Tools>
      <Tools name={t('show')}>
        {shown.map((name) => (
          <Tool key={name} pressed={switches[name]} onClick={() => onChange({ [name]: !switches[name] })}>
            {t(name)}
          </Tool>
        ))}
      </Tools>
      <Tools name={t('inspect')}>
        <Tool pressed={measure.on} onClick={measure.toggle}>
          {t('measure.name')}
        </Tool>
        <Tool pressed={walls.state.phase === 'measuring' || walls.state.phase === 'shown'} onClick={walls.toggle}>
          {t('walls.name')}
        </Tool>
      </Tools>
      <SectionTools box={box} section={switches.section} onChange={(section) => onChange({ section })} />
      {finished ? (
        <Tools name={t('surfaces')}>
          <Tool pressed={!switches.ordered} onClick={() => onChange({ ordered: false })}>
            {t('asFile')}
          </Tool>
          <Tool pressed={switches.ordered} onClick={() => onChange({ ordered: true })}>
            {t('asOrdered')}
          </Tool>
        </Tools>
      ) : null}
    </div>
  )
}

interface SectionToolsProps {
  box: Box
  section: Section | undefined
  onChange: (section: Section | undefined) => void
}

const steps = 200

function SectionTools({ box, section, onChange }: SectionToolsProps) {
  const t = useTranslations('viewer')
  const { mm } = useLengths()
  const range = (axis: SectionAxis) => [box.min[axisIndex[axis]], box.max[axisIndex[axis]]] as const

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

/** Tools that belong together, under one name. */
function Tools({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      <div className={classes.row}>{children}</div>
    </fieldset>
  )
}

interface ToolProps {
  label?: string
  pressed?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, pressed, onClick, children }: ToolProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
