import { useStore } from '#lib/store.ts'
import { Button } from '#ui/button.tsx'
import type { CameraControl } from '../camera/use-camera.ts'
import classes from './marks.module.css'
import { nextMark, type PlacedMark, placedMarks, type ViewMark } from './marks.ts'

interface MarkOverlayProps {
  marks: readonly ViewMark[]
  control: CameraControl
  hidden: ReadonlySet<string>
  selected: string | undefined
  onChoose: (mark: ViewMark) => void
}

/**
 * Markers over the picture, for the pointer. Keyboards and screen readers use the list, which has
 * all marks.
 */
export function MarkOverlay({ marks, control, hidden, selected, onChoose }: MarkOverlayProps) {
  const camera = useStore(control.camera)
  const size = useStore(control.size)

  return (
    <div className={classes.overlay} aria-hidden="true">
      {placedMarks(marks, camera, size, { hidden, selected }).map((placed) => (
        <Marker key={placed.marks[0]?.id} placed={placed} selected={selected} onChoose={onChoose} />
      ))}
    </div>
  )
}

const signs = { blocks: '!', warns: '!', informs: 'i', neutral: 'Ø' } as const

function Marker({
  placed,
  selected,
  onChoose,
}: { placed: PlacedMark } & Pick<MarkOverlayProps, 'selected' | 'onChoose'>) {
  const { marks, at, tone, kind, hidden } = placed
  const label = marks[0]?.label
  // A hole that is hidden behind a finding does not count as a second finding.
  const count = marks.filter((mark) => mark.kind === kind).length

  return (
    <div
      className={classes.place}
      data-kind={kind}
      data-tone={tone}
      data-hidden={hidden || undefined}
      data-selected={placed.selected || undefined}
      style={{ transform: `translate(${at[0]}px, ${at[1]}px)` }}
    >
      <Button
        variant="bare"
        tabIndex={-1}
        className={classes.marker}
        title={label}
        // Otherwise the surface below would start a drag and get the click.
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => {
          const next = nextMark(marks, selected)
          if (next) onChoose(next)
        }}
      >
        {signs[tone]}
        {count > 1 ? count : null}
      </Button>
      {placed.selected ? <span className={classes.callout}>{label}</span> : null}
    </div>
  )
}
