import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { PickedPlace, ViewerAnswer, ViewerRequest } from '#viewer/protocol/viewer-messages.ts'
import { serveWalls, type WallAnswer, type WallRequest } from '#viewer/walls/serve-walls.ts'

/** A worker that draws nothing, keeps what it is asked, and says what the test has it say. */
export class DrawingStub {
  onmessage: ((event: { data: ViewerAnswer }) => void) | null = null
  onerror: (() => void) | null = null
  readonly asked: ViewerRequest[] = []
  /** What lies under the pointer from now on. */
  under: PickedPlace | undefined

  postMessage(request: ViewerRequest) {
    this.asked.push(request)
    if (request.kind !== 'pick') return
    const { question } = request
    queueMicrotask(() => this.say({ kind: 'picked', question, place: this.under }))
  }

  say(answer: ViewerAnswer) {
    act(() => this.onmessage?.({ data: answer }))
  }

  /** The last request of a kind. */
  last<K extends ViewerRequest['kind']>(kind: K) {
    return this.asked.findLast((request): request is Extract<ViewerRequest, { kind: K }> => request.kind === kind)
  }
}

/** The one that measures walls: it does so when the test lets it. */
export class WallsStub {
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

/** jsdom has neither workers nor canvases to give away. */
export function stubDrawing() {
  const [drawers, measurers]: [DrawingStub[], WallsStub[]] = [[], []]
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
      // As browsers do.
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
