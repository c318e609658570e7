import type { Box } from '@cotation/geometry'
import type { ReactNode } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { viewNames } from './camera/camera.ts'
import { zoomStep } from './camera/gestures.ts'
import type { CameraControl } from './camera/use-camera.ts'
import { useLengths } from './use-lengths.ts'
import classes from './viewer.module.css'
import { type Section, type SectionAxis, sectionAxes } from './viewer-messages.ts'

/** What the person may switch; the colours come with the page. */
export interface Shown {
  edges: boolean
  transparent: boolean
  sizes: boolean
  section: Section | undefined
}

interface ToolbarProps {
  box: Box
  control: CameraControl
  shown: Shown
  onChange: (change: Partial<Shown>) => void
}

/** Everything that the gestures and keys do, as buttons: nothing needs a mouse. */
export function Toolbar({ box, control, shown, onChange }: ToolbarProps) {
  const t = useTranslations('viewer')
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
        {(['edges', 'transparent', 'sizes'] as const).map((name) => (
          <Tool key={name} pressed={shown[name]} onClick={() => onChange({ [name]: !shown[name] })}>
            {t(name)}
          </Tool>
        ))}
      </Tools>
      <SectionTools box={box} section={shown.section} onChange={(section) => onChange({ section })} />
    </div>
  )
}

interface SectionToolsProps {
  box: Box
  section: Section | undefined
  onChange: (section: Section | undefined) => void
}

const steps = 200
const placeOf = { x: 0, y: 1, z: 2 } as const

function SectionTools({ box, section, onChange }: SectionToolsProps) {
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
          <input
            type="range"
            aria-label={t('sectionAt', { axis: section.axis.toUpperCase() })}
            min={0}
            max={steps}
            value={high > low ? Math.round(((section.atMm - low) / (high - low)) * steps) : 0}
            // From the part's own corner, as on a drawing: where the file has its origin says nothing to the reader.
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
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
