import { type PartScene, partScene } from './scene/part-scene.ts'
import type { ViewerAnswer, ViewerRequest } from './viewer-messages.ts'

/** Draws a part away from the page's own thread, one picture per frame at most and none while nothing changes. */
let scene: PartScene | undefined
/** Applied with the next picture: a canvas that gets another size is empty until then. */
let changes: (() => void)[] = []
let awaited = false
let told = false

const tell = (kind: ViewerAnswer['kind']) => postMessage({ kind } satisfies ViewerAnswer)

function drawSoon() {
  if (awaited) return
  awaited = true
  requestAnimationFrame(() => {
    awaited = false
    for (const change of changes) change()
    changes = []
    scene?.draw()
    if (scene && !told) {
      told = true
      tell('drawn')
    }
  })
}

function start({ canvas, bodies, box, look, sight }: Extract<ViewerRequest, { kind: 'start' }>) {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: true, stencil: true })
  if (!context) {
    tell('unsupported')
    return
  }
  canvas.addEventListener('webglcontextlost', () => {
    scene = undefined
    tell('lost')
  })
  scene = partScene(canvas, context, bodies, box)
  scene.setLook(look)
  scene.setSight(sight)
}

self.onmessage = ({ data }: MessageEvent<ViewerRequest>) => {
  if (data.kind === 'start') start(data)
  else if (data.kind === 'look') changes.push(() => scene?.setLook(data.look))
  else if (data.kind === 'sight') changes.push(() => scene?.setSight(data.sight))
  else {
    scene?.dispose()
    self.close()
    return
  }
  drawSoon()
}
