import type { BodyFacts, DisplayMesh, Hole } from '@cotation/geometry'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useFindingText } from '#features/quote/workspace/use-texts.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useFocusTrap } from '#ui/use-focus-trap.ts'
import type { Finish, ViewedBody } from '#viewer/scene/viewer-messages.ts'
import { Viewer } from '#viewer/viewer.tsx'
import classes from './panel.module.css'
import { type PartFinding, usePartMarks } from './use-part-marks.ts'

interface PartViewerProps {
  mesh: DisplayMesh
  body: BodyFacts
  /** The description of the picture for screen readers. */
  description: string
  findings: readonly PartFinding[]
  holes: readonly Hole[]
  /** The id of a mark, as `markId` gives it. */
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  finish: Finish | undefined
  wallLimitMm: number | undefined
}

/**
 * The 3D view of a part with its findings and holes. Pass memoised lists: new objects rebuild the
 * marks.
 */
export function PartViewer(props: PartViewerProps) {
  const { mesh, body, description, findings, holes, selected, onSelect, finish, wallLimitMm } = props
  const t = useTranslations('viewer')
  const { full, toggle, ref } = useFullScreen()
  const { colour, topology, mass } = body
  const bodies = useMemo<ViewedBody[]>(
    () => [{ mesh, colour, closed: topology.watertight }],
    [mesh, colour, topology.watertight],
  )

  const marks = usePartMarks(findings, holes)

  return (
    <section ref={ref} className={classes.viewer} aria-label={t('region')} data-full={full || undefined}>
      <Button variant="secondary" size="sm" className={classes.fullScreen} onClick={toggle}>
        {t(full ? 'leaveFullScreen' : 'fullScreen')}
      </Button>
      <Viewer
        box={mass.box}
        bodies={bodies}
        description={description}
        marks={marks}
        selected={selected}
        onSelect={onSelect}
        finish={finish}
        wallLimitMm={wallLimitMm}
      />
      <Caption description={description} findings={findings} />
    </section>
  )
}

/** The dimensions, and findings without a location. */
function Caption({ description, findings }: Pick<PartViewerProps, 'description' | 'findings'>) {
  const t = useTranslations('viewer')
  const text = useFindingText()
  const unlocated = findings.filter(({ finding }) => finding.places.length === 0)

  return (
    <div className={classes.caption}>
      <p>{description}</p>
      {unlocated.length > 0 ? (
        <ul aria-label={t('unplaced')}>
          {unlocated.map(({ id, finding }) => (
            <li key={id}>
              <strong>{t(`marks.tone.${finding.severity}`)}</strong> {text(finding)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

interface FullScreen {
  full: boolean
  toggle: () => void
  ref: RefObject<HTMLElement | null>
}

/**
 * Shows an element over the whole window without moving it in the DOM: a canvas that was
 * transferred to a worker cannot be moved. As a popover it is above panels and dialogs; browsers
 * without popovers fall back to fixed positioning.
 */
function useFullScreen(): FullScreen {
  const [full, setFull] = useState(false)
  const ref = useRef<HTMLElement>(null)
  useFocusTrap(ref, full)

  useEffect(() => {
    const element = ref.current
    if (!full || !element) return

    const hasPopovers = 'showPopover' in element
    if (hasPopovers) {
      element.popover = 'manual'
      element.showPopover()
    }

    const leave = (event: KeyboardEvent) => {
      // Escape first ends what is inside, such as a measurement or a selection.
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      setFull(false)
    }
    element.addEventListener('keydown', leave)

    return () => {
      element.removeEventListener('keydown', leave)
      if (!hasPopovers) return
      element.hidePopover()
      element.popover = null
    }
  }, [full])

  return { full, toggle: () => setFull(!full), ref }
}
