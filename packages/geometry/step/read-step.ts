import type { OpenCascadeInstance, STEPControl_Reader, TopoDS_Shape } from 'replicad-opencascadejs'
import { boxAround } from '../math/box.ts'
import type { Box, Vec3 } from '../math/vector.ts'
import type { FailedBody } from '../model/facts.ts'
import { bodyBudgetMs, type LostBody } from '../model/lost-body.ts'
import { type Refusal, type RefusalCode, Refused, refuse } from '../model/verdict.ts'
import { step, unwatched, type Watch, withBudget } from '../model/watch.ts'
import { withFunctionReplacement } from './embind-invokers.ts'
import { type Keep, scoped } from './kernel-scope.ts'
import { boxOfPlacements, type MeasuredBody, type MeshOptions, measureBody } from './measure-body.ts'
import { defaultMeshQuality, type MeshQuality } from './outline-quality.ts'
import { instanceCount } from './part21/instance-count.ts'
import { indexPart21, type Part21 } from './part21/part21.ts'
import { itemNames, type ShapeItem, shapeItems } from './part21/product-structure.ts'
import { type StepHeader, stepHeader } from './part21/step-header.ts'
import { type DeclaredUnit, declaredUnit } from './part21/step-units.ts'
import { itemColours } from './part21/styled-colours.ts'
import { type FileShapes, type PlacedShape, shapesOfFile, subshapesOf } from './placed-shapes.ts'
import type { StepKernel } from './step-kernel.ts'

export interface BrepBody extends MeasuredBody {
  /** Number in the file, the same each time the file is read. */
  index: number
  name: string
  /** Red, green, blue, 0 to 1. */
  colour: Vec3 | undefined
}

/** A measured STEP file. Lengths are in mm, whatever unit the file uses. */
export interface StepModel extends StepHeader {
  unit: DeclaredUnit
  bodies: BrepBody[]
  failed: FailedBody[]
  /** Faces that belong to no solid. */
  looseFaces: number
  /** Open surfaces beside solids, copies included, which are in none of the figures. */
  openSurfaces: number
  /** Box around all placements of all bodies. */
  box: Box
  /** Sum over all placements. */
  volumeMm3: number
  areaMm2: number
}

export interface ReadOptions {
  watch?: Watch
  meshQuality?: MeshQuality
  /** Also create the finer triangles for hull, smallest box and shadows. */
  outlines?: boolean
  startBody?: ((index: number) => void) | undefined
  lostBodies?: readonly LostBody[] | undefined
}

function indexFile(bytes: Uint8Array, watch: Watch): Part21 {
  if (bytes.length === 0) refuse('empty-file')

  const file = indexPart21(bytes, (done) => step(watch, 'reading', 0.1 * done))
  if (!('problem' in file)) return file

  const { problem, byte, line, entity } = file
  return refuse(problem === 'truncated' ? 'truncated' : 'malformed-step', { byte, line, ...(entity && { entity }) })
}

const path = '/part.step'

/** Deleting a reader leaks 4 bytes per file byte; emptying it first leaks a third of that. */
const emptyReader = (reader: STEPControl_Reader): void =>
  scoped((keep) => {
    reader.ClearShapes()
    keep(reader.WS()).ClearData(5)
    keep(reader.Model()).Clear()
  })

/** Loads the file into the kernel and converts its roots; the watch can stop it between roots. */
function transferFile(occ: OpenCascadeInstance, bytes: Uint8Array, watch: Watch, keep: Keep): STEPControl_Reader {
  const reader = keep(new occ.STEPControl_Reader())
  keep({ delete: () => emptyReader(reader) })

  occ.FS.writeFile(path, bytes)
  const status = reader.ReadFile(path)
  occ.FS.unlink(path)
  if (status !== 'IFSelect_RetDone') refuse('malformed-step', undefined, { status })

  const roots = reader.NbRootsForTransfer()
  for (let root = 1; root <= roots; root++) {
    step(watch, 'reading', 0.2 + (0.8 * root) / (roots + 1))
    scoped((keepHere) => reader.TransferRoot(root, keepHere(new occ.Message_ProgressRange())))
  }

  return reader
}

/** The solids, or shells and faces, that the kernel created from one entity. */
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

  // The entity was already transferred with its root: this only looks up the result.
  if (!reader.TransferEntity(start, keep(new occ.Message_ProgressRange())) || reader.NbShapes() === before) return []

  const shape = keep(reader.Shape(reader.NbShapes()))
  if (kind === 'solid') return subshapesOf(occ, shape, 'TopAbs_SOLID', 'TopAbs_SHAPE', keep)

  return [
    ...subshapesOf(occ, shape, 'TopAbs_SHELL', 'TopAbs_SHAPE', keep),
    ...subshapesOf(occ, shape, 'TopAbs_FACE', 'TopAbs_SHELL', keep),
  ]
}

/**
 * Whether the kernel numbers entities by their position in the file, as we do. Only the first and
 * the last item are compared, because a lookup by label scans the whole file. If both agree, the
 * kernel skipped nothing in between.
 */
const hasSameNumbers = (reader: STEPControl_Reader, items: readonly ShapeItem[]): boolean =>
  scoped((keep) => {
    const session = keep(reader.WS())
    return [items[0], items.at(-1)].every(
      (item) => item && session.NumberFromLabel(`#${item.entity}`, 0) === item.ordinal,
    )
  })

/** Entity of each body by kernel lookup; the rest by sequence if as many of both are left. */
function itemsOfShapes(
  occ: OpenCascadeInstance,
  reader: STEPControl_Reader,
  shapes: FileShapes,
  items: readonly ShapeItem[],
  watch: Watch,
): (ShapeItem | undefined)[] {
  const found: (ShapeItem | undefined)[] = shapes.shapes.map(() => undefined)
  const canLookUp = hasSameNumbers(reader, items)
  const unmatched: ShapeItem[] = canLookUp ? [] : [...items]

  for (const item of canLookUp ? items : []) {
    step(watch, 'reading', 1)
    const indices = scoped((keep) => shapesOfEntity(occ, reader, item, keep).map(shapes.indexOf))
    const withoutItem = indices.filter((index) => index >= 0 && !found[index])
    if (indices.every((index) => index < 0)) unmatched.push(item)
    for (const index of withoutItem) found[index] = item
  }

  const missing = found.flatMap((item, index) => (item ? [] : [index]))
  if (missing.length === unmatched.length) for (const [i, index] of missing.entries()) found[index] = unmatched[i]

  return found
}

/** Name and colour of each body. */
function labelsOf(
  shapes: readonly PlacedShape[],
  items: readonly (ShapeItem | undefined)[],
  file: Part21,
  all: readonly ShapeItem[],
): Pick<BrepBody, 'name' | 'colour'>[] {
  const names = itemNames(all)
  const colours = itemColours(file, all)
  const counts = { solid: 0, surface: 0 }

  return shapes.map(({ kind }, i) => {
    const item = items[i]
    const nth = ++counts[kind]
    const name = (item && names.get(item.entity)) || `${kind === 'solid' ? 'Solid' : 'Surface'} ${nth}`
    return { name, colour: item && colours.get(item.entity) }
  })
}

/** A body with the box around all its placements, or why it cannot be measured. */
type BodyOutcome = { body: MeasuredBody; box: Box } | { refusal: Refusal }

/** One bad body must not refuse the others of the file. */
function measureOrFail(
  { occ }: StepKernel,
  shape: PlacedShape,
  index: number,
  { watch, meshOptions, startBody, lostBodies }: MeasureRequest,
): BodyOutcome {
  const lost = lostBodies.find((body) => body.index === index)
  if (lost) return { refusal: { code: lost.code } }

  startBody(index)
  try {
    const body = measureBody(occ, shape, meshOptions, withBudget(watch, bodyBudgetMs))
    return { body, box: boxOfPlacements(occ, shape, body, watch) }
  } catch (error) {
    if (watch.mustStop()) throw error
    return { refusal: (error instanceof Refused ? error : refusalOf(occ, error)).refusal }
  }
}

interface MeasureRequest {
  watch: Watch
  meshOptions: MeshOptions
  startBody: (index: number) => void
  lostBodies: readonly LostBody[]
}

const modelOf = (kernel: StepKernel, file: Part21, request: MeasureRequest): StepModel =>
  scoped((keep) => {
    const { occ } = kernel
    const { watch } = request
    const reader = transferFile(occ, file.bytes, watch, keep)
    const whole = keep(reader.OneShape())
    if (whole.IsNull()) refuse('no-shape')

    const placed = shapesOfFile(occ, whole, keep)
    if (placed.shapes.length === 0) refuse('no-shape')

    const all = shapeItems(file)
    const items = itemsOfShapes(occ, reader, placed, all, watch)

    // Construction planes and the like: a solid is the part, an open surface beside it is not,
    // unless the file calls it a solid, which the kernel could not close.
    const hasSolid = placed.shapes.some(({ kind }) => kind === 'solid')
    const isPart = ({ isOpen }: PlacedShape, i: number) => !(hasSolid && isOpen) || items[i]?.kind === 'solid'
    const partItems = items.filter((_, i) => isPart(placed.shapes[i] as PlacedShape, i))
    const parts = placed.shapes.filter(isPart)
    const leftOut = placed.shapes.filter((shape, i) => !isPart(shape, i))

    const labels = labelsOf(parts, partItems, file, all)
    const bodies: BrepBody[] = []
    const failed: FailedBody[] = []
    const boxes: Box[] = []

    for (const [index, shape] of parts.entries()) {
      const label = labels[index] as Pick<BrepBody, 'name' | 'colour'>
      const outcome = measureOrFail(kernel, shape, index, request)
      if ('refusal' in outcome) {
        const { refusal } = outcome
        if (!harmless.includes(refusal.code)) kernel.broken = true
        failed.push({ name: label.name, count: shape.placements.length, refusal })
      } else {
        bodies.push({ index, ...label, ...outcome.body })
        boxes.push(outcome.box)
      }
    }

    const [firstFailed] = failed
    if (bodies.length === 0 && firstFailed) throw new Refused(firstFailed.refusal)

    const total = (value: (body: MeasuredBody) => number): number =>
      bodies.reduce((sum, body) => sum + value(body) * body.placements, 0)

    return {
      ...stepHeader(file),
      unit: declaredUnit(file),
      bodies,
      failed,
      looseFaces: placed.looseFaces,
      openSurfaces: leftOut.reduce((sum, { placements }) => sum + placements.length, 0),
      box: boxAround(boxes) ?? refuse('no-shape'),
      volumeMm3: total((body) => body.volumeMm3),
      areaMm2: total((body) => body.areaMm2),
    }
  })

/** The refusal for an exception of the kernel: lack of memory, or any other failure. */
function refusalOf(occ: OpenCascadeInstance, error: unknown): Refused {
  let message = String(error)
  try {
    const exception = error as Parameters<typeof occ.getExceptionMessage>[0]
    if (!(error instanceof Error)) message = [occ.getExceptionMessage(exception)].flat().filter(Boolean).join(' ')
  } catch {}

  const isOutOfMemory = /out of memory|bad_alloc|OutOfMemory|allocation failed|enlarge memory/i.test(message)
  const code = isOutOfMemory ? 'out-of-memory' : 'kernel-failed'
  return new Refused({ code, detail: { reason: message.slice(0, 40) } })
}

/** With more placed parts the kernel does not finish in time. */
const maxInstances = 50_000

/** Refusals between two calls of the kernel, which leave it intact. */
const harmless: readonly RefusalCode[] = ['deadline', 'cancelled']

/**
 * Reads and measures a STEP file. Throws `Refused` only. A kernel that failed on a file, or found
 * no shape in it, is marked as broken: such kernels have hung on later, valid files. Calls into the
 * kernel cannot be interrupted; the watch is checked between them.
 */
export function readStep(kernel: StepKernel, bytes: Uint8Array, options: ReadOptions = {}): StepModel {
  const { watch = unwatched, startBody = () => undefined, lostBodies = [] } = options
  const meshOptions = { quality: options.meshQuality ?? defaultMeshQuality, outlines: options.outlines ?? false }

  const file = indexFile(bytes, watch)
  if (instanceCount(file, maxInstances) >= maxInstances) {
    refuse('out-of-memory', undefined, { instances: maxInstances })
  }

  kernel.filesRead++
  try {
    return withFunctionReplacement(() => modelOf(kernel, file, { watch, meshOptions, startBody, lostBodies }))
  } catch (error) {
    const refused = error instanceof Refused ? error : refusalOf(kernel.occ, error)
    if (!harmless.includes(refused.refusal.code)) kernel.broken = true
    throw refused
  }
}
