import type { Box } from '@cotation/geometry'
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  Matrix4,
  OrthographicCamera,
  Plane,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three'
import type { Appearance, DrawnMark, ViewedBody, Viewport } from '#viewer/scene/viewer-messages.ts'
import type { WallMap, WallScale } from '#viewer/scene/wall-map.ts'
import { axesOf } from '../camera/camera.ts'
import { drawnBody } from './drawn-body.ts'
import { palettes } from './palette.ts'

export interface PartScene {
  setAppearance(appearance: Appearance): void
  setViewport(viewport: Viewport): void
  setMarks(marks: readonly DrawnMark[], selected: string | undefined): void
  setWalls(walls: { maps: readonly WallMap[]; scale: WallScale } | undefined): void
  draw(): void
  dispose(): void
}

/** Normals of the section planes: everything beyond along the axis is cut away. */
const cutNormals = { x: new Vector3(-1, 0, 0), y: new Vector3(0, -1, 0), z: new Vector3(0, 0, -1) } as const

/**
 * The bodies and lights, drawn into a WebGL 2 context. Centred on the box, because floats have few
 * digits.
 */
export function partScene(
  canvas: OffscreenCanvas,
  context: WebGL2RenderingContext,
  bodies: readonly ViewedBody[],
  box: Box,
): PartScene {
  const renderer = new WebGLRenderer({ canvas, context })
  renderer.localClippingEnabled = true
  renderer.outputColorSpace = SRGBColorSpace

  const centre = new Vector3(...box.min).add(new Vector3(...box.max)).multiplyScalar(0.5)
  const radius = Math.max(new Vector3(...box.max).sub(centre).length(), 1e-6)
  const cut = new Plane()

  const scene = new Scene()
  const drawn = bodies.map((body, index) => drawnBody(body, { centre, radius, cut, index }))
  for (const { group } of drawn) scene.add(group)

  const ambient = new HemisphereLight()
  ambient.position.set(0, 0, 1)
  const lamp = new DirectionalLight(0xffffff, 2)
  scene.add(ambient, lamp, lamp.target)

  const camera = new OrthographicCamera()

  return {
    setAppearance(appearance) {
      const { sky, ground } = palettes[appearance.scheme]
      ambient.color = new Color(sky)
      ambient.groundColor = new Color(ground)
      ambient.intensity = 1.3

      // Without a section the plane is moved beyond the part: removing it would recompile the
      // shaders.
      const { axis, atMm } = appearance.section ?? { axis: 'x', atMm: centre.x + 2 * radius }
      cut.set(cutNormals[axis], atMm - centre[axis])
      for (const body of drawn) body.setAppearance(appearance)
    },
    setMarks: (marks, selected) => drawn[0]?.setMarks(marks, selected),
    setWalls(walls) {
      drawn.forEach((body, i) => {
        const map = walls?.maps[i]
        body.setWalls(walls && map ? { map, scale: walls.scale } : undefined)
      })
    },
    setViewport({ camera: seen, size, ratio }) {
      renderer.setPixelRatio(ratio)
      renderer.setSize(size.width, size.height, false)

      const { right, up, eye } = axesOf(seen)
      const across = new Vector3(...right)
      const upward = new Vector3(...up)
      const towards = new Vector3(...eye)
      const offset = new Vector3(...seen.centre).sub(centre)

      // Far enough for the part to be in front of the camera wherever it was panned.
      const away = 2 * radius + offset.length()
      camera.position.copy(offset).addScaledVector(towards, away)
      camera.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(across, upward, towards))

      const half = seen.heightMm / 2
      const aspect = size.width / Math.max(size.height, 1)
      Object.assign(camera, { top: half, bottom: -half, right: half * aspect, left: -half * aspect })
      Object.assign(camera, { near: 0, far: 2 * away + 2 * radius })
      camera.updateProjectionMatrix()

      // The lamp is over the left shoulder, so that every visible side is lit.
      lamp.position.copy(towards).addScaledVector(upward, 0.6).addScaledVector(across, -0.5)
    },
    draw: () => renderer.render(scene, camera),
    dispose() {
      for (const body of drawn) body.dispose()
      renderer.dispose()
      renderer.forceContextLoss()
    },
  }
}
