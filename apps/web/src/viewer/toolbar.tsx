import type { Box } from '@cotation/geometry'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { Section } from '#viewer/scene/viewer-messages.ts'
import { viewNames } from './camera/camera.ts'
import { zoomStep } from './camera/gestures.ts'
import type { CameraControl } from './camera/use-camera.ts'
import type { MeasureTool } from './measure/use-measure.ts'
import type { WallTool } from './measure/use-walls.ts'
import { SectionTools } from './section-tools.tsx'
import { Tool, Tools } from './tool.tsx'
import classes from './toolbar.module.css'

/** What the person may switch; the colours come with the page. */
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
  /** Which marks there are to show or hide. */
  marked: { findings: boolean; holes: boolean }
  /** There is a finish to look at. */
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
