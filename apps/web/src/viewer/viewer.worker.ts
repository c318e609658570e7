import { type Pointing, pointingAt } from './picking/pointing.ts'
import type { DrawnMark, Look, Sight, ViewerAnswer, ViewerRequest } from './protocol/viewer-messages.ts'
import { type PartScene, partScene } from './scene/part-scene.ts'

/** Draws a part away from the page's own thread, one picture per frame at most and none while nothing changes. */
let scene: PartScene | undefined
let pointing: Pointing | undefined

/** As last asked for, for questions about what is seen. */
let seen: { look: Look; sight: Sight } | undefined
let marks: readonly DrawnMark[] = []

/** Applied with the next picture: a canvas that gets another size is empty until then. */
let changes: (() => void)[] = []
let awaited = false
let told = false
let lastHidden = ''
let hiddenSoon: ReturnType<typeof setTimeout> | undefined

/** After the last picture of a movement: until then the marks of before are near enough. */
const restMs = 60

const tell = (answer: ViewerAnswer) => postMessage(answer)

function tellHidden() {
  if (!seen || !pointing) return
  const { look, sight } = seen
  // Behind a part that one sees through is not hidden.
  const hidden = marks.length === 0 || look.transparent ? [] : pointing.hidden(sight, look.section, marks)
  if (hidden.join() === lastHidden) return
  lastHidden = hidden.join()
  tell({ kind: 'hidden', marks: hidden })
}

function drawSoon() {
  if (awaited) return

  awaited = true
  requestAnimationFrame(() => {
    awaited = false
    for (const change of changes) change()
    changes = []
    scene?.draw()
    clearTimeout(hiddenSoon)
    hiddenSoon = setTimeout(tellHidden, restMs)

    if (scene && !told) {
      told = true
      tell({ kind: 'drawn' })
    }
  })
}

function start({ canvas, bodies, box, look, sight }: Extract<ViewerRequest, { kind: 'start' }>) {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: true, stencil: true })
  if (!context) {
    tell({ kind: 'unsupported' })
    return
  }

  canvas.addEventListener('webglcontextlost', () => {
    scene = undefined
    tell({ kind: 'lost' })
  })
  scene = partScene(canvas, context, bodies, box)
  pointing = pointingAt(bodies, box)
  seen = { look, sight }
  scene.setLook(look)
  scene.setSight(sight)
}

/** What the next picture shows differently. */
function change(request: Exclude<ViewerRequest, { kind: 'start' | 'pick' | 'stop' }>) {
  if (request.kind === 'look') {
    if (seen) seen = { ...seen, look: request.look }
    changes.push(() => scene?.setLook(request.look))
  } else if (request.kind === 'sight') {
    if (seen) seen = { ...seen, sight: request.sight }
    changes.push(() => scene?.setSight(request.sight))
  } else if (request.kind === 'marks') {
    marks = request.marks
    changes.push(() => scene?.setMarks(request.marks, request.selected))
  } else changes.push(() => scene?.setWalls(request.walls))
}

self.onmessage = ({ data }: MessageEvent<ViewerRequest>) => {
  if (data.kind === 'pick') {
    const place = seen && pointing?.pick(seen.sight, seen.look.section, data.at, data.snapPx)
    tell({ kind: 'picked', question: data.question, place })
    return
  }

  if (data.kind === 'stop') {
    scene?.dispose()
    self.close()
    return
  }

  if (data.kind === 'start') start(data)
  else change(data)
  drawSoon()
}
