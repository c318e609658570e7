import type { Box, Vec3 } from '@cotation/geometry'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useColorScheme } from '#ui/theme/color-scheme.ts'
import type { ViewMark } from '#viewer/marks/marks.ts'
import { useMeasure } from '#viewer/measure/measure-tool.tsx'
import { useWalls } from '#viewer/measure/wall-tool.tsx'
import { useCamera } from './camera/use-camera.ts'
import { MarkList } from './marks/mark-list.tsx'
import { Picture } from './picture.tsx'
import type { Appearance, Finish, ViewedBody } from './scene/viewer-messages.ts'
import { type Switches, Toolbar } from './toolbar.tsx'
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
  /** Makes a click, or Enter with the place under the cross, pick a point instead of a mark. */
  onPick?: ((at: Vec3) => void) | undefined
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

function useAppearance(switches: Switches, finish: Finish | undefined): Appearance {
  const scheme = useColorScheme()
  const { edges, transparent, section, ordered } = switches
  const shown = ordered ? finish : undefined
  const hex = shown?.hex
  const surface = shown?.surface

  return useMemo(
    () => ({ scheme, edges, transparent, section, finish: surface && { hex, surface } }),
    [scheme, edges, transparent, section, hex, surface],
  )
}

/**
 * The marks with a marker: those of the kinds that are switched on, and always the selected one and
 * places.
 */
function useShownMarks(marks: readonly ViewMark[], { findings, holes }: Switches, selected: string | undefined) {
  return useMemo(() => {
    const isOn = { finding: findings, hole: holes, place: true }
    return marks.filter(({ kind, id }) => id === selected || isOn[kind])
  }, [marks, findings, holes, selected])
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
 * Calls `onEscape` while the focus is inside the element; if it returns true, the event stops
 * there.
 */
function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => boolean) {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const within = element.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !latest.current()) return
      event.stopPropagation()
      event.preventDefault()
    }
    within?.addEventListener('keydown', onKeyDown)

    return () => within?.removeEventListener('keydown', onKeyDown)
  }, [element])
}

/**
 * The interactive view of a part. `bodies` and `marks` must be stable while the part does not
 * change.
 */
export function Viewer(props: ViewerProps) {
  const { description, marks, selected, onSelect, onPick, finish, wallLimitMm } = props
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

  const appearance = useAppearance(switches, finish)
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
    if (measure.points.length > 0) measure.clear()
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
        bodies={bodies}
        box={box}
        description={description}
        appearance={appearance}
        control={control}
        marks={marks}
        shown={shown}
        selected={selected}
        measure={measure}
        walls={walls}
        sizes={switches.sizes}
        onChoose={choose}
        onPick={onPick}
        onRetry={() => setAttempt(attempt + 1)}
      />
      <Toolbar
        box={box}
        control={control}
        switches={switches}
        measure={measure}
        walls={walls}
        marked={{ findings: marks.some(({ kind }) => kind === 'finding'), holes: holes > 0 }}
        finished={finish !== undefined}
        onChange={(change) => setSwitches((before) => ({ ...before, ...change }))}
      />
      <MarkList marks={marks} selected={selected} onChoose={choose} />
    </div>
  )
}
