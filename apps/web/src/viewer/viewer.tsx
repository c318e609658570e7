import type { Box } from '@cotation/geometry'
import { useMemo, useRef, useState } from 'react'
import { useColorScheme } from '#ui/theme/color-scheme.ts'
import { useCamera } from './camera/use-camera.ts'
import { MarkList } from './marks/mark-list.tsx'
import type { ViewMark } from './marks/view-mark.ts'
import { useMeasure } from './measure/use-measure.ts'
import { useWalls } from './measure/use-walls.ts'
import { Picture } from './picture.tsx'
import type { Finish, Look, ViewedBody } from './scene/viewer-messages.ts'
import { type Switches, Toolbar } from './toolbar.tsx'
import { useEscape } from './use-escape.ts'
import classes from './viewer.module.css'

interface ViewerProps {
  bodies: readonly ViewedBody[]
  /** Bounding box of all bodies, in mm. */
  box: Box
  /** Text alternative of the picture. */
  description: string
  marks: readonly ViewMark[]
  /** Id of a mark; the camera moves to it. */
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** The ordered surface, if there is one. */
  finish: Finish | undefined
  /** Thinner walls are highlighted in the wall map. */
  wallLimitMm: number | undefined
}

/**
 * More holes are a pattern whose markers would cover the part; they remain selectable by face and
 * in the list.
 */
const maxMarkedHoles = 24

function useLook(switches: Switches, finish: Finish | undefined): Look {
  const scheme = useColorScheme()
  const { edges, transparent, section, ordered } = switches
  const [hex, look] = ordered ? [finish?.hex, finish?.look] : []
  return useMemo(
    () => ({ scheme, edges, transparent, section, finish: look && { hex, look } }),
    [scheme, edges, transparent, section, hex, look],
  )
}

/**
 * The marks with a marker: those of the kinds that are switched on, and always the selected one.
 */
function useShownMarks(marks: readonly ViewMark[], { findings, holes }: Switches, selected: string | undefined) {
  return useMemo(
    () => marks.filter(({ kind, id }) => id === selected || (kind === 'finding' ? findings : holes)),
    [marks, findings, holes, selected],
  )
}

const isSameBox = (a: Box, b: Box) =>
  a.min.every((low, axis) => low === b.min[axis]) && a.max.every((high, axis) => high === b.max[axis])

/**
 * The part that is drawn, and how many there were before it. A canvas can be transferred only once,
 * so a changed part (the server's figures replace the browser's) needs a new canvas. Equal figures
 * change nothing.
 */
function useModel(bodies: readonly ViewedBody[], box: Box) {
  const [model, setModel] = useState({ bodies, box, count: 0 })
  if (model.bodies === bodies && isSameBox(model.box, box)) return model
  const next = { bodies, box, count: model.count + 1 }
  setModel(next)
  return next
}

/**
 * The interactive view of a part. `bodies` and `marks` must be stable while the part does not
 * change.
 */
export function Viewer(props: ViewerProps) {
  const { description, marks, selected, onSelect, finish, wallLimitMm } = props
  const { bodies, box, count } = useModel(props.bodies, props.box)
  const control = useCamera(box)
  const holes = marks.filter(({ kind }) => kind === 'hole').length
  const [switches, setSwitches] = useState<Switches>(() => ({
    edges: true,
    transparent: false,
    sizes: true,
    findings: true,
    holes: holes <= maxMarkedHoles,
    ordered: true,
    section: undefined,
  }))
  const look = useLook(switches, finish)
  const measure = useMeasure()
  const walls = useWalls(bodies, box, wallLimitMm)
  const shown = useShownMarks(marks, switches, selected)
  const [attempt, setAttempt] = useState(1)
  const choose = (mark: ViewMark | undefined) => {
    if (!measure.on) onSelect(mark?.id)
    else if (mark) measure.add({ at: mark.at, form: undefined })
  }

  /** First clears the measurement, then leaves the tool, then clears the selection. */
  const stepBack = () => {
    if (measure.places.length > 0) measure.clear()
    else if (measure.on) measure.toggle()
    else if (selected !== undefined) onSelect(undefined)
    else return false
    return true
  }
  const element = useRef<HTMLDivElement>(null)
  useEscape(element, stepBack)

  return (
    <div ref={element} className={classes.viewer}>
      <Picture
        key={`${count} ${attempt}`}
        {...{ bodies, box, description, look, control, marks, shown, selected, measure, walls }}
        sizes={switches.sizes}
        onChoose={choose}
        onRetry={() => setAttempt(attempt + 1)}
      />
      <Toolbar
        {...{ box, control, switches, measure, walls }}
        marked={{ findings: marks.length > holes, holes: holes > 0 }}
        finished={finish !== undefined}
        onChange={(change) => setSwitches((before) => ({ ...before, ...change }))}
      />
      <MarkList marks={marks} selected={selected} onChoose={choose} />
    </div>
  )
}
