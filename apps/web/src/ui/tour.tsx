import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useFocusTrap } from '#ui/use-focus-trap.ts'
import classes from './tour.module.css'

/** Pixels in the window. */
interface Rect {
  left: number
  top: number
  width: number
  height: number
}

const gap = 12

/**
 * The position of a note beside its target: below it, else above, else over its lower end; always
 * inside the window.
 */
export function notePosition(
  target: Rect,
  note: Pick<Rect, 'width' | 'height'>,
  viewport: Pick<Rect, 'width' | 'height'>,
): { left: number; top: number } {
  const clamp = (value: number, size: number, space: number) => Math.max(gap, Math.min(value, space - size - gap))
  const below = target.top + target.height + gap
  const above = target.top - note.height - gap
  const overLowerEnd = viewport.height - note.height - gap

  let top = overLowerEnd
  if (below + note.height + gap <= viewport.height) top = below
  else if (above >= gap) top = above

  return {
    left: clamp(target.left + target.width / 2 - note.width / 2, note.width, viewport.width),
    top: clamp(top, note.height, viewport.height),
  }
}

const same = (a: Rect | undefined, b: Rect | undefined) =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.left === b.left &&
    a.top === b.top &&
    a.width === b.width &&
    a.height === b.height)

/** The part of a rectangle inside another one; undefined if they do not overlap. */
function overlap(one: Rect, other: Rect): Rect | undefined {
  const left = Math.max(one.left, other.left)
  const top = Math.max(one.top, other.top)
  const width = Math.min(one.left + one.width, other.left + other.width) - left
  const height = Math.min(one.top + one.height, other.top + other.height) - top

  return width > 0 && height > 0 ? { left, top, width, height } : undefined
}

/**
 * What to highlight of a target: the part inside the window and its scrolling boxes. Of a target as
 * tall as the window only the upper half is highlighted; otherwise nothing would be masked.
 */
export function highlighted(target: Rect, boxes: readonly Rect[]): Rect | undefined {
  let visible: Rect | undefined = target
  let maxHeight = Number.POSITIVE_INFINITY
  for (const box of boxes) {
    visible = visible && overlap(visible, box)
    maxHeight = Math.min(maxHeight, box.height / 2)
  }

  return visible && { ...visible, height: Math.min(visible.height, maxHeight) }
}

function rectOf(element: Element): Rect {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

/** The window and the scrolling boxes around an element. */
function boxesAround(element: Element): Rect[] {
  const boxes: Rect[] = [{ left: 0, top: 0, width: innerWidth, height: innerHeight }]
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) boxes.push(rectOf(box))
  }

  return boxes
}

/**
 * The visible part of an element, followed frame by frame: pages scroll and lists grow during a
 * tour.
 */
function useTarget(selector: string): Rect | undefined {
  const [rect, setRect] = useState<Rect>()

  useEffect(() => {
    let frame = 0
    let found: Element | null = null
    const follow = () => {
      const target = document.querySelector(selector)
      let now = target ? highlighted(rectOf(target), boxesAround(target)) : undefined

      // The element may appear a moment after the step that opens it, and what loads above it may
      // push it out of sight again.
      if (target && (target !== found || !now)) {
        const isTall = rectOf(target).height > innerHeight / 2
        target.scrollIntoView({ block: isTall ? 'start' : 'center' })
        now = highlighted(rectOf(target), boxesAround(target))
      }
      found = target

      setRect((before) => (same(before, now) ? before : now))
      frame = requestAnimationFrame(follow)
    }
    follow()

    return () => cancelAnimationFrame(frame)
  }, [selector])

  return rect
}

export interface TourStep {
  /** CSS selector of the element that the step explains. */
  target: string
  title: string
  text: string
  /** Makes the element visible. */
  before?: () => void
}

interface TourProps {
  steps: readonly TourStep[]
  onEnd: () => void
}

/**
 * Guides a newcomer through a screen. Arrow keys and buttons go on and back, Escape ends it; the
 * focus is restored.
 */
export function Tour({ steps, onEnd }: TourProps) {
  const [at, setAt] = useState(0)
  const step = steps[at]
  useEffect(() => step?.before?.(), [step])

  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  if (!step) return null

  const go = (by: number) => {
    const next = at + by
    if (next >= steps.length) ended.current()
    else setAt(Math.max(0, next))
  }

  return createPortal(<Step key={at} step={step} at={at} count={steps.length} onGo={go} onEnd={onEnd} />, document.body)
}

interface StepProps {
  step: TourStep
  at: number
  count: number
  onGo: (by: number) => void
  onEnd: () => void
}

function Step({ step, at, count, onGo, onEnd }: StepProps) {
  const t = useTranslations('tour.ui')
  const id = useId()
  const note = useRef<HTMLDivElement>(null)
  const rect = useTarget(step.target)
  const next = useRef<HTMLButtonElement>(null)
  const [position, setPosition] = useState({ left: 0, top: 0 })

  useLayoutEffect(() => {
    const box = note.current?.getBoundingClientRect()
    if (box && rect) setPosition(notePosition(rect, box, { width: innerWidth, height: innerHeight }))
  }, [rect])

  useFocusTrap(note, true)
  const isShown = rect !== undefined
  // What a step opens takes the focus: take it back.
  useEffect(() => {
    if (isShown) next.current?.focus({ preventScroll: true })
  }, [isShown])

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd()
    else if (event.key === 'ArrowRight') onGo(1)
    else if (event.key === 'ArrowLeft') onGo(-1)
    else return

    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={classes.veil}>
      {rect ? <div className={classes.spot} style={{ ...rect }} data-tour-spot /> : null}
      <div
        ref={note}
        className={classes.note}
        style={position}
        onKeyDown={onKey}
        role="dialog"
        aria-modal
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
      >
        <h2 id={`${id}-title`} className={classes.title}>
          {step.title}
        </h2>
        <p id={`${id}-text`} className={classes.text}>
          {step.text}
        </p>
        <div className={classes.foot}>
          <span className={classes.count}>{t('count', { at: at + 1, count })}</span>
          <Button variant="quiet" size="sm" onClick={onEnd}>
            {t('end')}
          </Button>
          {at > 0 ? (
            <Button variant="secondary" size="sm" onClick={() => onGo(-1)}>
              {t('back')}
            </Button>
          ) : null}
          <Button ref={next} size="sm" onClick={() => onGo(1)} data-autofocus>
            {at + 1 < count ? t('next') : t('done')}
          </Button>
        </div>
      </div>
    </div>
  )
}
