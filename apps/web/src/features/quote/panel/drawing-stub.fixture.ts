import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { serveWalls, type WallAnswer, type WallRequest } from '#viewer/measure/serve-walls.ts'
import type { PickedPoint, ViewerAnswer, ViewerRequest } from '#viewer/scene/viewer-messages.ts'

/** A worker stub that draws nothing, records requests, and responds as the test says. */
class DrawingStub {
  onmessage: ((event: { data: ViewerAnswer }) => void) | null = null
  onerror: (() => void) | null = null
  readonly asked: ViewerRequest[] = []
  /** Sets what is under the pointer. */
  under: PickedPoint | undefined

  postMessage(request: ViewerRequest) {
    this.asked.push(request)
    if (request.kind !== 'pick') return
    const { question } = request
    queueMicrotask(() => this.say({ kind: 'picked', question, point: this.under }))
  }

  say(answer: ViewerAnswer) {
    act(() => this.onmessage?.({ data: answer }))
  }

  /** The last request of a kind. */
  last<K extends ViewerRequest['kind']>(kind: K) {
    return this.asked.findLast((request): request is Extract<ViewerRequest, { kind: K }> => request.kind === kind)
  }
}

/** A worker stub that measures walls when the test calls `measure`. */
class WallsStub {
  onmessage: ((event: { data: WallAnswer }) => void) | null = null
  onerror: (() => void) | null = null
  ended = false
  #request: WallRequest | undefined

  postMessage(request: WallRequest) {
    this.#request = request
  }

  measure() {
    const request = this.#request
    if (request) act(() => serveWalls(request, (data) => this.onmessage?.({ data })))
  }

  terminate() {
    this.ended = true
  }
}

/** jsdom has neither workers nor transferable canvases. */
export function stubDrawing() {
  const drawers: DrawingStub[] = []
  const measurers: WallsStub[] = []

  vi.stubGlobal('Worker', function eitherWorker(_: URL, { name }: WorkerOptions) {
    const stub = name === 'walls' ? new WallsStub() : new DrawingStub()
    if (stub instanceof WallsStub) measurers.push(stub)
    else drawers.push(stub)
    return stub
  })
  vi.stubGlobal('OffscreenCanvas', class {})

  const given = new WeakSet<HTMLCanvasElement>()
  Object.assign(HTMLCanvasElement.prototype, {
    transferControlToOffscreen(this: HTMLCanvasElement) {
      if (given.has(this)) throw new DOMException('Cannot transfer control twice.', 'InvalidStateError')
      given.add(this)
      return {}
    },
  })
  Object.assign(Element.prototype, { setPointerCapture: () => undefined })
  vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(500)

  return { drawers, measurers }
}
