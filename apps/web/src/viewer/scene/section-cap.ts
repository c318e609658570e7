import {
  AlwaysStencilFunc,
  BackSide,
  type BufferGeometry,
  DecrementWrapStencilOp,
  DoubleSide,
  FrontSide,
  Group,
  IncrementWrapStencilOp,
  Mesh,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  type Plane,
  PlaneGeometry,
  ReplaceStencilOp,
  type Side,
  type StencilOp,
} from 'three'

export interface SectionCap {
  group: Group
  /** Draws it in this colour at the current plane. */
  show(colour: number): void
  dispose(): void
}

/** Counts the walls between the eye and the plane; invisible itself. */
function counter(side: Side, op: StencilOp, cut: Plane): MeshBasicMaterial {
  return new MeshBasicMaterial({
    side,
    clippingPlanes: [cut],
    colorWrite: false,
    depthWrite: false,
    depthTest: false,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    stencilFail: op,
    stencilZFail: op,
    stencilZPass: op,
  })
}

/**
 * The face that a section plane cuts through a closed body: where more walls were entered than
 * left, the plane is inside of the material. `index` must be unique for each body, as all share one
 * stencil buffer.
 */
export function sectionCap(surface: BufferGeometry, cut: Plane, radius: number, index: number): SectionCap {
  const counters = [counter(BackSide, IncrementWrapStencilOp, cut), counter(FrontSide, DecrementWrapStencilOp, cut)]
  const sheet = new PlaneGeometry(4 * radius, 4 * radius)
  const material = new MeshBasicMaterial({
    side: DoubleSide,
    stencilWrite: true,
    stencilRef: 0,
    stencilFunc: NotEqualStencilFunc,
    stencilFail: ReplaceStencilOp,
    stencilZFail: ReplaceStencilOp,
    stencilZPass: ReplaceStencilOp,
  })
  const cap = new Mesh(sheet, material)
  cap.renderOrder = 2 * index + 2
  cap.onAfterRender = (renderer) => renderer.clearStencil()

  const group = new Group().add(cap)
  for (const material of counters) {
    const mesh = new Mesh(surface, material)
    mesh.renderOrder = 2 * index + 1
    group.add(mesh)
  }

  return {
    group,
    show(colour) {
      material.color.set(colour)
      cut.coplanarPoint(cap.position)
      cap.lookAt(cap.position.clone().add(cut.normal))
    },
    dispose() {
      for (const one of [sheet, material, ...counters]) one.dispose()
    },
  }
}
