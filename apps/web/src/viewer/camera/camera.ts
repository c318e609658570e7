import { add, type Box, distance, dot, scale, subtract, type Vec3 } from '@cotation/geometry'

/** An orthographic camera, as on a drawing. Angles in radians, z is up. */
export interface Camera {
  /** About z: 0 shows the front (from −y), π/2 the right side (from +x). */
  turn: number
  /** Above the horizon: π/2 shows the top. */
  tilt: number
  /** The point of the part in the middle of the picture. */
  centre: Vec3
  /** How much of the part the height of the picture shows. */
  heightMm: number
}

/** Size of the picture, in CSS pixels. */
export interface PictureSize {
  width: number
  height: number
}

export const viewNames = ['iso', 'front', 'top', 'right'] as const
export type ViewName = (typeof viewNames)[number]

const views: Readonly<Record<ViewName, Pick<Camera, 'turn' | 'tilt'>>> = {
  iso: { turn: Math.PI / 4, tilt: Math.atan(Math.SQRT1_2) },
  front: { turn: 0, tilt: 0 },
  top: { turn: 0, tilt: Math.PI / 2 },
  right: { turn: Math.PI / 2, tilt: 0 },
}

/**
 * Space for the dimensions beside and below the fitted part; at least half of the picture is for
 * the part.
 */
const besidePx = 64
const belowPx = 48

/** Minimum size of a picture, also before the page has a layout. */
const minPx = 1

/** Unit vectors of the picture in the part's space: to the right, up, and towards the eye. */
export function axesOf({ turn, tilt }: Pick<Camera, 'turn' | 'tilt'>): { right: Vec3; up: Vec3; eye: Vec3 } {
  const sinTurn = Math.sin(turn)
  const cosTurn = Math.cos(turn)
  const sinTilt = Math.sin(tilt)
  const cosTilt = Math.cos(tilt)

  return {
    right: [cosTurn, sinTurn, 0],
    up: [-sinTurn * sinTilt, cosTurn * sinTilt, cosTilt],
    eye: [sinTurn * cosTilt, -cosTurn * cosTilt, sinTilt],
  }
}

export const cornersOf = ({ min, max }: Box): Vec3[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map(
    (corner): Vec3 => [corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]],
  )

export const middleOf = ({ min, max }: Box): Vec3 => scale(add(min, max), 0.5)

/** The camera that shows the whole box from these angles. */
export function fitted(angles: Pick<Camera, 'turn' | 'tilt'>, box: Box, { width, height }: PictureSize): Camera {
  const { right, up } = axesOf(angles)
  const corners = cornersOf(box)
  const extent = (axis: Vec3) => {
    const along = corners.map((corner) => dot(corner, axis))
    return Math.max(...along) - Math.min(...along)
  }

  const acrossPx = Math.max(width, minPx)
  const highPx = Math.max(height, minPx)
  const mmPerPx = Math.max(
    extent(right) / Math.max(acrossPx - 2 * besidePx, acrossPx / 2),
    extent(up) / Math.max(highPx - 2 * belowPx, highPx / 2),
  )

  // A flat part seen edge-on, or one without extent, still needs a height.
  const heightMm = Math.max(mmPerPx * highPx, 1e-6)
  return { turn: angles.turn, tilt: angles.tilt, centre: middleOf(box), heightMm }
}

/** One of the usual views of a drawing, fitted. */
export const viewOf = (name: ViewName, box: Box, size: PictureSize): Camera => fitted(views[name], box, size)

/** Turned by these angles, clamped at the poles so that up stays up. */
export const orbited = (camera: Camera, turn: number, tilt: number): Camera => ({
  ...camera,
  turn: camera.turn + turn,
  tilt: Math.min(Math.PI / 2, Math.max(-Math.PI / 2, camera.tilt + tilt)),
})

/** Panned so that the part moves by these pixels, right and down. */
export function panned(camera: Camera, rightPx: number, downPx: number, { height }: PictureSize): Camera {
  const { right, up } = axesOf(camera)
  const mmPerPx = camera.heightMm / Math.max(height, minPx)
  const moved = subtract(scale(up, downPx * mmPerPx), scale(right, rightPx * mmPerPx))
  return { ...camera, centre: add(camera.centre, moved) }
}

/**
 * Shows `factor` times as much of the part; the point at these pixels from the centre (right, down)
 * stays fixed.
 */
export function zoomed(
  camera: Camera,
  factor: number,
  box: Box,
  size: PictureSize,
  [rightPx, downPx]: readonly [number, number] = [0, 0],
): Camera {
  const whole = distance(box.min, box.max)
  const heightMm = Math.min(20 * whole, Math.max(whole / 1000, camera.heightMm * factor)) || camera.heightMm
  const kept = 1 - heightMm / camera.heightMm
  return { ...panned(camera, -rightPx * kept, -downPx * kept, size), heightMm }
}

/** The position of a point in the picture, in pixels from the top left. */
export function toPixels(point: Vec3, camera: Camera, { width, height }: PictureSize): readonly [number, number] {
  const { right, up } = axesOf(camera)
  const from = subtract(point, camera.centre)
  const pxPerMm = height / camera.heightMm
  return [width / 2 + dot(from, right) * pxPerMm, height / 2 - dot(from, up) * pxPerMm]
}

/** The point in space under a pixel, at the depth of the centre of the picture. */
export function fromPixels([x, y]: readonly [number, number], camera: Camera, { width, height }: PictureSize): Vec3 {
  const { right, up } = axesOf(camera)
  const mmPerPx = camera.heightMm / Math.max(height, minPx)
  const across = scale(right, (x - width / 2) * mmPerPx)
  const upward = scale(up, (height / 2 - y) * mmPerPx)
  return add(camera.centre, add(across, upward))
}

/** A face seen nearly edge-on is not visible. */
const minFacing = 0.3

/** Slightly off the direct view, so that the surroundings are visible too. */
const besideRad = 0.5

/**
 * The camera centred on a point, showing `heightMm`; turned towards it if it is not visible from
 * here.
 */
export function aimedAt(
  camera: Camera,
  { at, heightMm, facing, hidden }: { at: Vec3; heightMm: number; facing: Vec3 | undefined; hidden: boolean },
): Camera {
  const near = { ...camera, centre: at, heightMm }
  if (!facing || (!hidden && dot(facing, axesOf(camera).eye) >= minFacing)) return near

  const tilt = Math.asin(Math.max(-1, Math.min(1, facing[2])))
  const upright = Math.abs(tilt) > 1.3

  return {
    ...near,
    turn: upright ? camera.turn : Math.atan2(facing[0], -facing[1]) + besideRad,
    tilt: upright ? tilt - Math.sign(tilt) * besideRad : Math.max(-1.3, Math.min(1.3, tilt + besideRad)),
  }
}

/** Interpolates between two cameras, the shorter way round; `share` from 0 to 1. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const whole = 2 * Math.PI
  const turn = ((((to.turn - from.turn + Math.PI) % whole) + whole) % whole) - Math.PI
  const mix = (a: number, b: number) => a + (b - a) * share

  return {
    turn: from.turn + turn * share,
    tilt: mix(from.tilt, to.tilt),
    centre: add(from.centre, scale(subtract(to.centre, from.centre), share)),
    heightMm: from.heightMm * (to.heightMm / from.heightMm) ** share,
  }
}
