import { add, type Box, distance, faceForm, scale, surfaceRays, type Vec3 } from '@cotation/geometry'
import { axesOf, fromPixels } from '#viewer/camera/camera.ts'
import { featureEdges } from './feature-edges.ts'
import { cornersAmong, type SnapTargets, snapPoints } from './snap.ts'
import {
  axisIndex,
  type DrawnMark,
  type PickedPoint,
  type Section,
  type ViewedBody,
  type Viewport,
} from './viewer-messages.ts'

type Seen = Pick<Viewport, 'camera' | 'size'>

/** Finds the point under a pointer, and the marks that the part hides. */
export interface Picker {
  pick(
    viewport: Seen,
    section: Section | undefined,
    at: readonly [number, number],
    snapPx: number,
  ): PickedPoint | undefined
  hidden(viewport: Seen, section: Section | undefined, marks: readonly DrawnMark[]): string[]
}

/**
 * A mark is itself on the surface: only hits farther away than this share of the part's size hide
 * it.
 */
const ownSurface = 1e-3

/** More candidates near a pointer are a dense set of lines, where the nearest will do. */
const maxCandidates = 24

/** The distance along a ray to the section plane; undefined if the ray is parallel to it. */
function cutAlong(section: Section, from: Vec3, along: Vec3): number | undefined {
  const axis = axisIndex[section.axis]
  return Math.abs(along[axis]) < 1e-9 ? undefined : (section.atMm - from[axis]) / along[axis]
}

const isCutAway = (section: Section | undefined, at: Vec3, slack: number) =>
  section !== undefined && at[axisIndex[section.axis]] > section.atMm + slack

interface Target {
  body: ViewedBody
  rays: ReturnType<typeof surfaceRays>
  snapTargets: () => SnapTargets
}

function targetOf(body: ViewedBody): Target {
  let snapTargets: SnapTargets | undefined

  return {
    body,
    rays: surfaceRays(body.mesh),
    snapTargets() {
      if (!snapTargets) {
        const lines = featureEdges(body.mesh)
        snapTargets = { lines, corners: cornersAmong(lines) }
      }
      return snapTargets
    },
  }
}

type Hit = PickedPoint & { awayMm: number }

/** The first point of a body along a ray that a section does not cut away. */
function firstHit({ body, rays }: Target, from: Vec3, along: Vec3, section: Section | undefined): Hit | undefined {
  const cutMm = section && cutAlong(section, from, along)
  const enters = section !== undefined && cutMm !== undefined && along[axisIndex[section.axis]] < 0
  if (section && cutMm === undefined && isCutAway(section, from, 0)) return undefined

  const hit = rays.first(from, along, enters ? Math.max(0, cutMm) : 0)
  if (!hit) return undefined
  if (enters && hit.back && body.closed && cutMm > 0) {
    return { at: add(from, scale(along, cutMm)), on: 'cut', face: undefined, form: undefined, awayMm: cutMm }
  }
  if (cutMm !== undefined && !enters && hit.distanceMm > cutMm) return undefined

  const at = add(from, scale(along, hit.distanceMm))
  return { at, on: 'face', face: hit.face, form: undefined, awayMm: hit.distanceMm }
}

/** Prepares bodies for picking; their trees are built with the first question. */
export function createPicker(bodies: readonly ViewedBody[], box: Box): Picker {
  const size = distance(box.min, box.max)
  const slack = ownSurface * size

  let targets: Target[] | undefined
  const allTargets = () => {
    targets ??= bodies.map(targetOf)
    return targets
  }

  const isHidden = (at: Vec3, eye: Vec3, section: Section | undefined) => {
    if (isCutAway(section, at, slack)) return true

    const cutMm = (section && cutAlong(section, at, eye)) ?? Infinity
    const leaves = cutMm > 0 ? cutMm : Infinity
    return allTargets().some(({ rays }) => (rays.first(at, eye, slack)?.distanceMm ?? Infinity) < leaves)
  }

  const surfaceUnder = (viewport: Seen, section: Section | undefined, at: readonly [number, number]) => {
    const { eye } = axesOf(viewport.camera)
    // Starts in front of the part, wherever it was panned.
    const from = add(
      fromPixels(at, viewport.camera, viewport.size),
      scale(eye, 4 * size + distance(viewport.camera.centre, box.min)),
    )
    const hits = allTargets().flatMap((target) => {
      const hit = firstHit(target, from, scale(eye, -1), section)
      return hit ? [{ ...hit, mesh: target.body.mesh }] : []
    })
    const [first, ...rest] = hits
    if (!first) return undefined

    const { mesh, awayMm, ...point } = rest.reduce((one, other) => (other.awayMm < one.awayMm ? other : one), first)
    return { ...point, form: point.face === undefined ? undefined : faceForm(mesh, point.face) }
  }

  return {
    pick(viewport, section, at, snapPx) {
      if (snapPx > 0) {
        const { eye } = axesOf(viewport.camera)
        const near = allTargets().flatMap((target) => snapPoints(target.snapTargets(), viewport, at, snapPx))
        const seen = near.slice(0, maxCandidates).find((point) => !isHidden(point.at, eye, section))
        if (seen) return { at: seen.at, on: seen.on, face: undefined, form: undefined }
      }
      return surfaceUnder(viewport, section, at)
    },
    hidden(viewport, section, marks) {
      const { eye } = axesOf(viewport.camera)
      return marks.filter(({ at }) => isHidden(at, eye, section)).map(({ id }) => id)
    },
  }
}
