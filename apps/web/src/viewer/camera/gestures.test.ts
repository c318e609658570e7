import type { Box } from '@cotation/geometry'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fitted, viewOf } from './camera.ts'
import { applyKey, followGestures, type KeyInput } from './gestures.ts'
import { cameraControl } from './use-camera.ts'

const box: Box = { min: [0, 0, 0], max: [30, 20, 10] }
const size = { width: 800, height: 500 }

function begin(still = true) {
  const control = cameraControl(box, () => still)
  control.resize(size)
  return control
}

const key = (name: string, more: Partial<KeyInput> = {}): KeyInput => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

describe('keys', () => {
  it.each([
    ['ArrowLeft', 1, 0],
    ['ArrowRight', -1, 0],
    ['ArrowUp', 0, -1],
    ['ArrowDown', 0, 1],
  ])('the key %s turns the part by 15°', (name, turn, tilt) => {
    const control = begin()
    const before = control.camera.get()
    expect(applyKey(control, key(name))).toBe(true)
    const after = control.camera.get()
    expect(after.turn - before.turn).toBeCloseTo((turn * Math.PI) / 12, 9)
    expect(after.tilt - before.tilt).toBeCloseTo((tilt * Math.PI) / 12, 9)
  })

  it('Shift and an arrow key pan the part', () => {
    const control = begin()
    const { centre, turn } = control.camera.get()
    applyKey(control, key('ArrowLeft', { shiftKey: true }))
    expect(control.camera.get().centre).not.toEqual(centre)
    expect(control.camera.get().turn).toBe(turn)
  })

  it.each([
    ['+', 1 / 1.25],
    ['=', 1 / 1.25],
    ['-', 1.25],
  ])('the key %s zooms', (name, factor) => {
    const control = begin()
    const { heightMm } = control.camera.get()
    applyKey(control, key(name))
    expect(control.camera.get().heightMm).toBeCloseTo(heightMm * factor, 9)
  })

  it.each([
    ['1', 'iso'],
    ['2', 'front'],
    ['3', 'top'],
    ['4', 'right'],
  ] as const)('%s is the %s view', (name, view) => {
    const control = begin()
    control.orbit(1, -1)
    applyKey(control, key(name))
    expect(control.camera.get()).toEqual(viewOf(view, box, size))
  })

  it('F fits the whole part without turning', () => {
    const control = begin()
    control.orbit(0.3, 0)
    const before = control.camera.get()
    control.zoom(0.1, [50, 50])
    applyKey(control, key('f'))
    expect(control.camera.get()).toEqual(fitted(before, box, size))
  })

  it.each([
    key('5'),
    key('0'),
    key('a'),
    key('Escape'),
    key('Tab'),
    key('f', { ctrlKey: true }),
    key('1', { altKey: true }),
  ])('leaves %j to the browser', (input) => {
    const control = begin()
    const before = control.camera.get()
    expect(applyKey(control, input)).toBe(false)
    expect(control.camera.get()).toBe(before)
  })
})

describe('the camera', () => {
  it('is fitted again to a new size until the visitor moves it', () => {
    const control = begin()
    control.resize({ width: 300, height: 500 })
    expect(control.camera.get()).toEqual(viewOf('iso', box, { width: 300, height: 500 }))
    control.orbit(1, 0)
    const moved = control.camera.get()
    control.resize(size)
    expect(control.camera.get()).toBe(moved)
  })

  it('moves to a view over some frames, and at once with reduced motion', () => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })

    const control = begin(false)
    const before = control.camera.get()
    control.view('top')

    expect(control.camera.get()).toBe(before)

    vi.advanceTimersByTime(120)

    const under = control.camera.get().tilt
    expect(under).toBeGreaterThan(before.tilt)
    expect(under).toBeLessThan(Math.PI / 2)

    vi.advanceTimersByTime(400)
    expect(control.camera.get()).toEqual(viewOf('top', box, size))

    vi.useRealTimers()
  })
})

describe('pointers', () => {
  const ended: (() => void)[] = []
  beforeEach(() => {
    // jsdom captures no pointer.
    Object.assign(Element.prototype, { setPointerCapture: () => undefined })
  })
  afterEach(() => {
    for (const end of ended.splice(0)) end()
  })

  function hold() {
    const element = document.createElement('div')
    const control = begin()
    const [clicks, hovers]: [(readonly [number, number])[], unknown[]] = [[], []]
    ended.push(followGestures(element, control, { click: (at) => clicks.push(at), hover: (at) => hovers.push(at) }))

    const pointer = (type: string, pointerId: number, clientX: number, clientY: number, more = {}) => {
      const event = new MouseEvent(type, { clientX, clientY, ...more })
      element.dispatchEvent(Object.assign(event, { pointerId }))
    }

    return { element, control, pointer, clicks, hovers }
  }

  it('turn the part by dragging, only while pressed', () => {
    const { control, pointer } = hold()
    const before = control.camera.get()
    pointer('pointermove', 1, 100, 100)

    expect(control.camera.get()).toBe(before)

    pointer('pointerdown', 1, 100, 100)
    pointer('pointermove', 1, 148, 76)

    const after = control.camera.get()
    expect(after.turn - before.turn).toBeCloseTo(-Math.PI / 10, 9)
    expect(after.tilt - before.tilt).toBeCloseTo(-Math.PI / 20, 9)

    pointer('pointerup', 1, 148, 76)
    pointer('pointermove', 1, 300, 300)

    expect(control.camera.get()).toBe(after)
  })

  it.each([{ shiftKey: true }, { buttons: 4 }, { buttons: 2 }])('pan the part with %j', (more) => {
    const { control, pointer } = hold()
    const { turn, centre } = control.camera.get()
    pointer('pointerdown', 1, 0, 0)
    pointer('pointermove', 1, 40, 0, more)
    expect(control.camera.get().turn).toBe(turn)
    expect(control.camera.get().centre).not.toEqual(centre)
  })

  it('zoom the part by a pinch of two fingers', () => {
    const { control, pointer } = hold()
    const { turn, heightMm } = control.camera.get()
    pointer('pointerdown', 1, 100, 100)
    pointer('pointerdown', 2, 200, 100)
    pointer('pointermove', 2, 300, 100)
    expect(control.camera.get().heightMm).toBeCloseTo(heightMm / 2, 9)
    expect(control.camera.get().turn).toBe(turn)
  })

  it('click where they are pressed and released, but not after a drag', () => {
    const { pointer, clicks } = hold()
    pointer('pointerdown', 1, 100, 90)
    pointer('pointermove', 1, 102, 91)
    pointer('pointerup', 1, 102, 91)

    expect(clicks).toEqual([[100, 90]])

    pointer('pointerdown', 1, 100, 90)
    pointer('pointermove', 1, 140, 90)
    pointer('pointermove', 1, 100, 90)
    pointer('pointerup', 1, 100, 90)
    pointer('pointerdown', 1, 100, 90, { button: 2 })
    pointer('pointerup', 1, 100, 90, { button: 2 })
    pointer('pointerdown', 1, 100, 90)
    pointer('pointercancel', 1, 100, 90)
    pointer('pointerup', 1, 100, 90)

    expect(clicks).toHaveLength(1)
  })

  it('do not click with two fingers', () => {
    const { pointer, clicks } = hold()
    pointer('pointerdown', 1, 100, 100)
    pointer('pointerdown', 2, 200, 100)
    pointer('pointerup', 2, 200, 100)
    pointer('pointerup', 1, 100, 100)
    expect(clicks).toEqual([])
  })

  it('hover without a pressed button', () => {
    const { pointer, hovers } = hold()
    pointer('pointermove', 1, 30, 40)
    pointer('pointerdown', 1, 30, 40)
    pointer('pointermove', 1, 80, 40)
    pointer('pointerup', 1, 80, 40)
    pointer('pointerleave', 1, 80, 40)
    expect(hovers).toEqual([[30, 40], undefined])
  })

  it('zoom with the wheel, which does not scroll the page', () => {
    const { element, control } = hold()
    const { heightMm } = control.camera.get()
    const event = new WheelEvent('wheel', { deltaY: 120, cancelable: true })
    element.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(control.camera.get().heightMm).toBeCloseTo(heightMm * Math.exp(0.2), 9)
  })
})
