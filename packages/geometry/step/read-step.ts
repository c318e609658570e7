import type { OpenCascadeInstance, STEPControl_Reader, TopoDS_Shape } from 'replicad-opencascadejs'
import { type RefusalCode, Refused, refuse } from '../control/verdict.ts'
import { step, unwatched, type Watch } from '../control/watch.ts'
import type { Box, Vec3 } from '../math/vector.ts'
import { withStandIn } from './kernel/embind-invokers.ts'
import { type Keep, scoped } from './kernel/kernel-scope.ts'
import type { StepKernel } from './kernel/step-kernel.ts'
import { itemNames } from './part21/body-names.ts'
import { instanceCount } from './part21/instance-count.ts'
import { indexPart21, type Part21 } from './part21/part21.ts'
import { type ShapeItem, shapeItems } from './part21/product-structure.ts'
import { type StepHeader, stepHeader } from './part21/step-header.ts'
import { type DeclaredUnit, declaredUnit } from './part21/step-units.ts'
import { itemColours } from './part21/styled-colours.ts'
import { type FileShapes, partsOf, shapesOfFile } from './placed-shapes.ts'
import {
  boxAround,
  boxOfPlacements,
  type MeasuredBody,
  type MeshQuality,
  type MeshWish,
  measuredBody,
  usualQuality,
} from './step-bodies.ts'

export interface BrepBody extends MeasuredBody {
  name: string
  /** Red, green, blue, 0 to 1. */
  colour: Vec3 | undefined
}

/** A STEP file measured, in mm whatever its unit. */
export interface StepModel extends StepHeader {
  unit: DeclaredUnit
  bodies: BrepBody[]
  /** Faces that belong to no solid. */
  looseFaces: number
  /** Around all bodies wherever they stand. */
  box: Box
  /** Of all placements together. */
  volumeMm3: number
  areaMm2: number
}

export interface ReadOptions {
  watch?: Watch
  meshQuality?: MeshQuality
  /** Make the finer triangles too from which hull, smallest box and shadows are taken. */
  outlines?: boolean
}

function indexed(bytes: Uint8Array, watch: Watch): Part21 {
  if (bytes.length === 0) refuse('empty-file')
  const file = indexPart21(bytes, (done) => step(watch, 'reading', 0.1 * done))
  if (!('problem' in file)) return file
  const { problem, byte, line, entity } = file
  return refuse(problem === 'truncated' ? 'truncated' : 'malformed-step', { byte, line, ...(entity && { entity }) })
}

const path = '/part.step'

/** Deleting a reader leaves most of the file's entities behind, 4 bytes for each byte of it; emptied first, a third as much. */
const emptied = (reader: STEPControl_Reader): void =>
  scoped((keep) => {
    reader.ClearShapes()
    keep(reader.WS()).ClearData(5)
    keep(reader.Model()).Clear()
  })

/** Hands the file to the kernel and turns each of its roots into a shape; between two roots the watch may stop it. */
function transferred(occ: OpenCascadeInstance, bytes: Uint8Array, watch: Watch, keep: Keep): STEPControl_Reader {
  const reader = keep(new occ.STEPControl_Reader())
  keep({ delete: () => emptied(reader) })
  occ.FS.writeFile(path, bytes)

  const status = reader.ReadFile(path)
  // The text is as large as the file and of no more use.
  occ.FS.unlink(path)
  if (status !== 'IFSelect_RetDone') refuse('malformed-step', undefined, { status })

  const roots = reader.NbRootsForTransfer()
  for (let root = 1; root <= roots; root++) {
    step(watch, 'reading', 0.2 + (0.8 * root) / (roots + 1))
    scoped((keepHere) => reader.TransferRoot(root, keepHere(new occ.Message_ProgressRange())))
  }

  return reader
}

/** Solids, or shells and faces, in what the kernel made of one entity. */
function shapesOfEntity(
  occ: OpenCascadeInstance,
  reader: STEPControl_Reader,
  { ordinal, kind }: ShapeItem,
  keep: Keep,
): TopoDS_Shape[] {
  const model = keep(reader.Model())
  if (ordinal > model.NbEntities()) return []

  const start = keep(model.Value(ordinal))
  const before = reader.NbShapes()

  // What was transferred with its root is remembered, so that this only looks the result up.
  if (!reader.TransferEntity(start, keep(new occ.Message_ProgressRange())) || reader.NbShapes() === before) return []

  const shape = keep(reader.Shape(reader.NbShapes()))
  if (kind === 'solid') return partsOf(occ, shape, 'TopAbs_SOLID', 'TopAbs_SHAPE', keep)

  return [
    ...partsOf(occ, shape, 'TopAbs_SHELL', 'TopAbs_SHAPE', keep),
    ...partsOf(occ, shape, 'TopAbs_FACE', 'TopAbs_SHELL', keep),
  ]
}

/**
 * The kernel numbers entities as they stand in the file. Its numbers are tried on the first and the last item (a look-up by label
 * goes through the whole file, which is too slow for all): where both agree, nothing between them was left out.
 */
const countsAsWe = (reader: STEPControl_Reader, items: readonly ShapeItem[]): boolean =>
  scoped((keep) => {
    const session = keep(reader.WS())
    return [items[0], items.at(-1)].every(
      (item) => item && session.NumberFromLabel(`#${item.entity}`, 0) === item.ordinal,
    )
  })

/** Which entity each body came from: looked up in the kernel, and by order where exactly as many are left on both sides. */
function itemsOfShapes(
  occ: OpenCascadeInstance,
  reader: STEPControl_Reader,
  shapes: FileShapes,
  items: readonly ShapeItem[],
  watch: Watch,
): (ShapeItem | undefined)[] {
  const found: (ShapeItem | undefined)[] = shapes.shapes.map(() => undefined)
  const known = countsAsWe(reader, items)
  const unmatched: ShapeItem[] = known ? [] : [...items]
  for (const item of known ? items : []) {
    step(watch, 'reading', 1)
    const indices = scoped((keep) => shapesOfEntity(occ, reader, item, keep).map(shapes.indexOf))
    const fresh = indices.filter((index) => index >= 0 && !found[index])
    if (indices.every((index) => index < 0)) unmatched.push(item)
    for (const index of fresh) found[index] = item
  }

  const nameless = found.flatMap((item, index) => (item ? [] : [index]))
  if (nameless.length === unmatched.length) for (const [i, index] of nameless.entries()) found[index] = unmatched[i]

  return found
}

function named(
  bodies: readonly MeasuredBody[],
  items: readonly (ShapeItem | undefined)[],
  file: Part21,
  all: readonly ShapeItem[],
): BrepBody[] {
  const names = itemNames(all)
  const colours = itemColours(file, all)
  const counts = { solid: 0, surface: 0 }

  return bodies.map((body, i) => {
    const item = items[i]
    const nth = ++counts[body.kind]
    const name = (item && names.get(item.entity)) || `${body.kind === 'solid' ? 'Solid' : 'Surface'} ${nth}`
    return { ...body, name, colour: item && colours.get(item.entity) }
  })
}

const modelOf = (occ: OpenCascadeInstance, file: Part21, watch: Watch, wish: MeshWish): StepModel =>
  scoped((keep) => {
    const reader = transferred(occ, file.bytes, watch, keep)
    const whole = keep(reader.OneShape())
    if (whole.IsNull()) refuse('no-shape')

    const placed = shapesOfFile(occ, whole, keep)
    if (placed.shapes.length === 0) refuse('no-shape')

    const all = shapeItems(file)
    const items = itemsOfShapes(occ, reader, placed, all, watch)
    const bodies = placed.shapes.map((shape) => measuredBody(occ, shape, wish, watch))
    const boxes = placed.shapes.map((shape, i) => boxOfPlacements(occ, shape, bodies[i] as MeasuredBody, watch))
    const total = (value: (body: MeasuredBody) => number): number =>
      bodies.reduce((sum, body) => sum + value(body) * body.placements, 0)

    return {
      ...stepHeader(file),
      unit: declaredUnit(file),
      bodies: named(bodies, items, file, all),
      looseFaces: placed.looseFaces,
      box: boxAround(boxes) ?? refuse('no-shape'),
      volumeMm3: total((body) => body.volumeMm3),
      areaMm2: total((body) => body.areaMm2),
    }
  })

/** What the kernel says of an exception, in 40 characters; a trap and a lack of memory are told apart. */
function refusalOf(occ: OpenCascadeInstance, failure: unknown): Refused {
  let said = String(failure)
  try {
    const exception = failure as Parameters<typeof occ.getExceptionMessage>[0]
    if (!(failure instanceof Error)) said = [occ.getExceptionMessage(exception)].flat().filter(Boolean).join(' ')
  } catch {}
  const full = /out of memory|bad_alloc|OutOfMemory|allocation failed|enlarge memory/i.test(said)
  return new Refused({ code: full ? 'out-of-memory' : 'kernel-failed', detail: { reason: said.slice(0, 40) } })
}

/** Placed parts beyond which the kernel does not come to an end in time. */
const mostInstances = 50_000

/** Refusals between two calls of the kernel: they leave it as it was. */
const harmless: readonly RefusalCode[] = ['deadline', 'cancelled']

/**
 * Reads and measures a STEP file. Throws `Refused` and nothing else. A kernel that failed on a file, or made nothing of it, is
 * marked broken: it was seen to hang on a later, sound one. A call into it cannot be interrupted: the watch is asked between calls.
 */
export function readStep(kernel: StepKernel, bytes: Uint8Array, options: ReadOptions = {}): StepModel {
  const { occ } = kernel
  const watch = options.watch ?? unwatched
  const wish = { quality: options.meshQuality ?? usualQuality, outlines: options.outlines ?? false }
  const file = indexed(bytes, watch)
  if (instanceCount(file, mostInstances) >= mostInstances)
    refuse('out-of-memory', undefined, { instances: mostInstances })
  kernel.filesRead++

  try {
    return withStandIn(() => modelOf(occ, file, watch, wish))
  } catch (failure) {
    const refused = failure instanceof Refused ? failure : refusalOf(occ, failure)
    if (!harmless.includes(refused.refusal.code)) kernel.broken = true
    throw refused
  }
}
