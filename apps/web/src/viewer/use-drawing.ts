import type { Box } from '@cotation/geometry'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CameraControl } from './camera/use-camera.ts'
import type { Look, Sight, ViewedBody, ViewerAnswer, ViewerRequest } from './viewer-messages.ts'

export type DrawingState = 'preparing' | ViewerAnswer['kind']

/** Beyond this a dense screen shows no more, and costs four times the pixels. */
const mostRatio = 2

const canDraw = () =>
  typeof OffscreenCanvas !== 'undefined' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype

const newWorker = () => new Worker(new URL('./viewer.worker.ts', import.meta.url), { type: 'module', name: 'viewer' })

const sightOf = ({ camera, size }: CameraControl): Sight => ({
  camera: camera.get(),
  size: size.get(),
  ratio: Math.min(mostRatio, window.devicePixelRatio || 1),
})

interface Drawing {
  canvas: RefObject<HTMLCanvasElement | null>
  bodies: readonly ViewedBody[]
  box: Box
  look: Look
  control: CameraControl
}

/** Draws into the canvas by a worker for as long as the component lives. A canvas can be given away once: another needs a new key. */
export function useDrawing({ canvas, bodies, box, look, control }: Drawing): DrawingState {
  const [state, setState] = useState<DrawingState>(canDraw() ? 'preparing' : 'unsupported')
  const running = useRef<{ post: (request: ViewerRequest, transfer?: Transferable[]) => void }>(undefined)
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
    running.current?.post({ kind: 'look', look })
  }, [look])
  useEffect(() => {
    const element = canvas.current
    if (!element || !canDraw()) return
    const worker = newWorker()
    worker.onmessage = ({ data }: MessageEvent<ViewerAnswer>) => setState(data.kind)
    worker.onerror = () => setState('lost')
    const post = (request: ViewerRequest, transfer: Transferable[] = []) => worker.postMessage(request, transfer)
    running.current = { post }
    const tellSight = () => post({ kind: 'sight', sight: sightOf(control) })
    const measure = () => control.resize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const surface = element.transferControlToOffscreen()
    post({ kind: 'start', canvas: surface, bodies, box, look: latest.current, sight: sightOf(control) }, [surface])
    const sized = new ResizeObserver(measure)
    sized.observe(element)
    const endings = [control.camera.subscribe(tellSight), control.size.subscribe(tellSight)]
    return () => {
      running.current = undefined
      control.rest()
      sized.disconnect()
      for (const end of endings) end()
      worker.onmessage = null
      worker.onerror = null
      // The worker gives back what the graphics card holds, and ends itself.
      post({ kind: 'stop' })
    }
  }, [canvas, bodies, box, control])
  return state
}
