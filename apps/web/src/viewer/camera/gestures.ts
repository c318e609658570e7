import { type ViewName, viewNames } from './camera.ts'
import type { CameraControl } from './use-camera.ts'

/** A drag of this many pixels is half a turn. */
const radiansPerPx = Math.PI / 480
const keyRadians = Math.PI / 12
const keyPx = 40
export const zoomStep = 1.25

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Applies a key to the camera; false for other keys. */
export function applyKey(control: CameraControl, { key, shiftKey, ctrlKey, metaKey, altKey }: KeyInput): boolean {
  if (ctrlKey || metaKey || altKey) return false

  const arrow = arrows[key]
  const view: ViewName | undefined = viewNames[Number(key) - 1]
  if (arrow && shiftKey) control.pan(arrow[0] * keyPx, arrow[1] * keyPx)
  else if (arrow) control.orbit(-arrow[0] * keyRadians, arrow[1] * keyRadians)
  else if (key === '+' || key === '=') control.zoom(1 / zoomStep)
  else if (key === '-' || key === '−') control.zoom(zoomStep)
  else if (view) control.view(view)
  else if (key === 'f' || key === 'F') control.fit()
  else return false

  return true
}

export type KeyInput = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

interface Touch {
  x: number
  y: number
}

const middleOf = (touches: readonly Touch[]): Touch => ({
  x: touches.reduce((sum, { x }) => sum + x, 0) / touches.length,
  y: touches.reduce((sum, { y }) => sum + y, 0) / touches.length,
})

const spreadOf = ([one, other]: readonly Touch[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0)

/** A press moves by some pixels: up to this distance it is a click, not a drag. */
const clickPx = 5

/** In pixels from the element's top left corner. */
export interface PointerHandlers {
  /** Pressed and released without a drag. */
  click(at: readonly [number, number]): void
  /** Moved without a pressed button. */
  hover(at: readonly [number, number] | undefined): void
}

/** Follows one press from down to up: whether it was a click, and where. */
function trackPress() {
  let press: (Touch & { pointerId: number; movedPx: number }) | undefined
  return {
    down({ pointerId, clientX: x, clientY: y, button }: PointerEvent, others: number) {
      press = others === 0 && button === 0 ? { pointerId, x, y, movedPx: 0 } : undefined
    },
    moved({ clientX, clientY }: PointerEvent) {
      if (press) press.movedPx = Math.max(press.movedPx, Math.hypot(clientX - press.x, clientY - press.y))
    },
    up({ pointerId }: PointerEvent): Touch | undefined {
      const pressed = press
      press = undefined
      return pressed && pressed.pointerId === pointerId && pressed.movedPx <= clickPx ? pressed : undefined
    },
    forget() {
      press = undefined
    },
  }
}

/**
 * Moves the camera by drags, pinches and the wheel over an element. Returns a function that stops
 * it.
 */
export function followGestures(element: HTMLElement, control: CameraControl, handlers?: PointerHandlers): () => void {
  const touches = new Map<number, Touch>()
  const press = trackPress()
  const inElement = ({ x, y }: Touch): readonly [number, number] => {
    const { left, top } = element.getBoundingClientRect()
    return [x - left, y - top]
  }

  const fromMiddle = ({ x, y }: Touch): readonly [number, number] => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [x - left - width / 2, y - top - height / 2]
  }

  const down = (event: PointerEvent) => {
    element.setPointerCapture(event.pointerId)
    press.down(event, touches.size)
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  const moved = (event: PointerEvent) => {
    if (!touches.has(event.pointerId)) {
      handlers?.hover(inElement({ x: event.clientX, y: event.clientY }))
      return
    }

    press.moved(event)

    const before = [...touches.values()]
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY })

    const after = [...touches.values()]
    const from = middleOf(before)
    const to = middleOf(after)
    const right = to.x - from.x
    const below = to.y - from.y

    if (after.length > 1) {
      control.pan(right, below)
      if (spreadOf(after) > 0) control.zoom(spreadOf(before) / spreadOf(after), fromMiddle(to))
    } else if (event.shiftKey || (event.buttons & 6) !== 0) control.pan(right, below)
    else control.orbit(-right * radiansPerPx, below * radiansPerPx)
  }

  const up = (event: PointerEvent) => {
    touches.delete(event.pointerId)
    const clicked = press.up(event)
    if (clicked) handlers?.click(inElement(clicked))
  }

  const cancelled = ({ pointerId }: PointerEvent) => {
    touches.delete(pointerId)
    press.forget()
  }

  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    // Wheels count in lines or pixels; a pinch on a trackpad arrives as wheel events with Ctrl.
    const amount = event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 6 : 1)
    control.zoom(
      Math.exp(Math.max(-240, Math.min(240, amount)) / 600),
      fromMiddle({ x: event.clientX, y: event.clientY }),
    )
  }

  const noMenu = (event: Event) => event.preventDefault()

  const ended = new AbortController()
  const { signal } = ended
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', moved, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', cancelled, { signal })
  element.addEventListener('pointerleave', () => handlers?.hover(undefined), { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  element.addEventListener('contextmenu', noMenu, { signal })

  return () => ended.abort()
}
