import { type PartScene, partScene } from './scene/part-scene.ts'
import { createPicker, type Picker } from './scene/picker.ts'
import type { Appearance, DrawnMark, ViewerAnswer, ViewerRequest, Viewport } from './scene/viewer-messages.ts'

/** Draws a part off the main thread: at most once per frame, and only after a change. */
let scene: PartScene | undefined
let picker: Picker | undefined

/** The latest state, for questions about what is visible. */
let seen: { appearance: Appearance; viewport: Viewport } | undefined
let marks: readonly DrawnMark[] = []

/** Applied with the next frame: a resized canvas is empty until then. */
let changes: (() => void)[] = []
let isScheduled = false
let isDrawn = false
let lastHidden = ''
let hiddenTimer: ReturnType<typeof setTimeout> | undefined

/** Delay after the last frame of a movement; until then the previous result is good enough. */
const hiddenDelayMs = 60

const post = (answer: ViewerAnswer) => postMessage(answer)

function postHidden() {
  if (!seen || !picker) return

  const { appearance, viewport } = seen
  // A transparent part hides nothing.
  const hidden = marks.length === 0 || appearance.transparent ? [] : picker.hidden(viewport, appearance.section, marks)

  if (hidden.join() === lastHidden) return
  lastHidden = hidden.join()
  post({ kind: 'hidden', marks: hidden })
}

function scheduleDraw() {
  if (isScheduled) return

  isScheduled = true
  requestAnimationFrame(() => {
    isScheduled = false
    for (const change of changes) change()
    changes = []
    scene?.draw()
    clearTimeout(hiddenTimer)
    hiddenTimer = setTimeout(postHidden, hiddenDelayMs)

    if (scene && !isDrawn) {
      isDrawn = true
      post({ kind: 'drawn' })
    }
  })
}

function start({ canvas, bodies, box, appearance, viewport }: Extract<ViewerRequest, { kind: 'start' }>) {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: true, stencil: true })
  if (!context) {
    post({ kind: 'unsupported' })
    return
  }

  canvas.addEventListener('webglcontextlost', () => {
    scene = undefined
    post({ kind: 'lost' })
  })
  scene = partScene(canvas, context, bodies, box)
  picker = createPicker(bodies, box)
  seen = { appearance, viewport }
  scene.setAppearance(appearance)
  scene.setViewport(viewport)
}

/** Queues a change for the next frame. */
function queueChange(request: Exclude<ViewerRequest, { kind: 'start' | 'pick' | 'stop' }>) {
  if (request.kind === 'appearance') {
    if (seen) seen = { ...seen, appearance: request.appearance }
    changes.push(() => scene?.setAppearance(request.appearance))
  } else if (request.kind === 'viewport') {
    if (seen) seen = { ...seen, viewport: request.viewport }
    changes.push(() => scene?.setViewport(request.viewport))
  } else if (request.kind === 'marks') {
    marks = request.marks
    changes.push(() => scene?.setMarks(request.marks, request.selected))
  } else changes.push(() => scene?.setWalls(request.walls))
}

self.onmessage = ({ data }: MessageEvent<ViewerRequest>) => {
  if (data.kind === 'pick') {
    const point = seen && picker?.pick(seen.viewport, seen.appearance.section, data.at, data.snapPx)
    post({ kind: 'picked', question: data.question, point })
    return
  }

  if (data.kind === 'stop') {
    scene?.dispose()
    self.close()
    return
  }

  if (data.kind === 'start') start(data)
  else queueChange(data)
  scheduleDraw()
}
