import type { Box } from '@cotation/geometry'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CameraControl } from './camera/use-camera.ts'
import type {
  Appearance,
  DrawnMark,
  PickedPoint,
  ViewedBody,
  ViewerAnswer,
  ViewerRequest,
  Viewport,
} from './scene/viewer-messages.ts'
import type { WallMap, WallScale } from './scene/wall-map.ts'
import workerUrl from './viewer.worker.ts?worker&url'

export type DrawingState = 'preparing' | 'drawn' | 'unsupported' | 'lost'

/** More device pixels show no more detail and cost four times the work. */
const maxRatio = 2

const canDraw = () =>
  typeof OffscreenCanvas !== 'undefined' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype

const newWorker = () => new Worker(workerUrl, { type: 'module', name: 'viewer' })

/** Loads the code of the worker, for the time without a network. */
export async function loadViewerCode(): Promise<void> {
  await fetch(workerUrl)
}

const viewportOf = ({ camera, size }: CameraControl): Viewport => ({
  camera: camera.get(),
  size: size.get(),
  ratio: Math.min(maxRatio, window.devicePixelRatio || 1),
})

/** Everything that may change while the picture is shown. */
export interface Shown {
  appearance: Appearance
  marks: readonly DrawnMark[]
  selected: string | undefined
  walls: { maps: readonly WallMap[]; scale: WallScale } | undefined
}

interface Running {
  post: (request: ViewerRequest, transfer?: Transferable[]) => void
  questions: Map<number, (point: PickedPoint | undefined) => void>
}

interface Drawing extends Shown {
  canvas: RefObject<HTMLCanvasElement | null>
  bodies: readonly ViewedBody[]
  box: Box
  control: CameraControl
}

export type PickPoint = (at: readonly [number, number], snapPx: number) => Promise<PickedPoint | undefined>

const none: ReadonlySet<string> = new Set()

/**
 * Draws into the canvas in a worker while the component is mounted. A canvas can be transferred
 * only once.
 */
export function useDrawing({ canvas, bodies, box, control, appearance, marks, selected, walls }: Drawing) {
  const [state, setState] = useState<DrawingState>(canDraw() ? 'preparing' : 'unsupported')
  const [hidden, setHidden] = useState(none)
  const running = useRef<Running>(undefined)
  const questionCount = useRef(0)

  // A ref, because the effect that starts the worker must not run again when the appearance
  // changes.
  const latest = useRef(appearance)

  useEffect(() => {
    const element = canvas.current
    if (!element || !canDraw()) return

    const worker = newWorker()
    const questions: Running['questions'] = new Map()
    worker.onmessage = ({ data }: MessageEvent<ViewerAnswer>) => {
      if (data.kind === 'picked') {
        questions.get(data.question)?.(data.point)
        questions.delete(data.question)
      } else if (data.kind === 'hidden') setHidden(new Set(data.marks))
      else setState(data.kind)
    }
    worker.onerror = () => setState('lost')

    const post: Running['post'] = (request, transfer = []) => worker.postMessage(request, transfer)
    running.current = { post, questions }

    const postViewport = () => post({ kind: 'viewport', viewport: viewportOf(control) })
    const measure = () => control.resize({ width: element.clientWidth, height: element.clientHeight })
    measure()

    const surface = element.transferControlToOffscreen()
    post({ kind: 'start', canvas: surface, bodies, box, appearance: latest.current, viewport: viewportOf(control) }, [
      surface,
    ])

    const resizing = new ResizeObserver(measure)
    resizing.observe(element)

    const endings = [control.camera.subscribe(postViewport), control.size.subscribe(postViewport)]

    return () => {
      running.current = undefined
      control.rest()
      resizing.disconnect()
      for (const end of endings) end()
      for (const answer of questions.values()) answer(undefined)
      worker.onmessage = null
      worker.onerror = null

      // The worker frees the memory of the graphics card and closes itself.
      post({ kind: 'stop' })
    }
  }, [canvas, bodies, box, control])

  // After the effect that starts the worker, so that a new worker gets all of it.
  useEffect(() => {
    latest.current = appearance
    running.current?.post({ kind: 'appearance', appearance })
  }, [appearance])

  useEffect(() => running.current?.post({ kind: 'marks', marks, selected }), [marks, selected])

  useEffect(() => {
    if (walls) running.current?.post({ kind: 'walls', walls })
    return () => {
      if (walls) running.current?.post({ kind: 'walls', walls: undefined })
    }
  }, [walls])

  const pick = useCallback<PickPoint>(
    (at, snapPx) =>
      new Promise((answer) => {
        if (!running.current) return answer(undefined)
        const question = questionCount.current++
        running.current.questions.set(question, answer)
        running.current.post({ kind: 'pick', question, at, snapPx })
      }),
    [],
  )

  return { state, hidden, pick }
}
