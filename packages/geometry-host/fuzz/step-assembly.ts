import {
  axes,
  boxSolid,
  context,
  cylinderSolid,
  product,
  type StepText,
  startStep,
} from '@cotation/geometry/step-writer'

interface Part {
  definition: string
  representation: string
  /** The coordinate system by which it is placed. */
  frame: string
}

/** A product that consists of one solid. */
function partOf(step: StepText, name: string, world: string, solid: string): Part {
  const { definition, shape } = product(step, name)
  const frame = axes(step, [0, 0, 0], [0, 0, 1], [1, 0, 0])
  const representation = step.add(`ADVANCED_BREP_SHAPE_REPRESENTATION('${name}',(${frame},${solid}),${world})`)
  step.add(`SHAPE_DEFINITION_REPRESENTATION(${shape},${representation})`)
  return { definition, representation, frame }
}

/** A product with `count` instances of another product, side by side along x. */
function assemblyOf(step: StepText, name: string, world: string, part: Part, count: number, pitchMm: number): Part {
  const { definition, shape } = product(step, name)
  const frame = axes(step, [0, 0, 0], [0, 0, 1], [1, 0, 0])
  const places = Array.from({ length: count }, (_, i) => axes(step, [i * pitchMm, 0, 0], [0, 0, 1], [1, 0, 0]))
  const representation = step.add(`SHAPE_REPRESENTATION('${name}',(${[frame, ...places].join(',')}),${world})`)
  step.add(`SHAPE_DEFINITION_REPRESENTATION(${shape},${representation})`)
  places.forEach((place, i) => {
    const use = step.add(`NEXT_ASSEMBLY_USAGE_OCCURRENCE('${i}','${name} ${i}','',${definition},${part.definition},$)`)
    const used = step.add(`PRODUCT_DEFINITION_SHAPE('','',${use})`)
    const move = step.add(`ITEM_DEFINED_TRANSFORMATION('','',${part.frame},${place})`)
    const relation = step.add(
      `(REPRESENTATION_RELATIONSHIP('','',${part.representation},${representation})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(${move})SHAPE_REPRESENTATION_RELATIONSHIP())`,
    )
    step.add(`CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(${relation},${used})`)
  })

  return { definition, representation, frame }
}

function textWith(make: (step: StepText, world: string) => void): string {
  const step = startStep()
  make(step, context(step))
  return step.text()
}

export const boxText = (sizeMm: Parameters<typeof boxSolid>[1] = [10, 20, 30]): string =>
  textWith((step, world) => partOf(step, 'box', world, boxSolid(step, sizeMm)))

export const splineText = (): string =>
  textWith((step, world) => partOf(step, 'spline', world, boxSolid(step, [10, 20, 30], { splineTop: true })))

export const cylinderText = (): string =>
  textWith((step, world) => partOf(step, 'cylinder', world, cylinderSolid(step, 5, 12)))

/** A box and a cylinder beside it, which are two roots of the file. */
export const boxAndCylinderText = (): string =>
  textWith((step, world) => {
    partOf(step, 'box', world, boxSolid(step, [10, 20, 30]))
    partOf(step, 'cylinder', world, cylinderSolid(step, 5, 12))
  })

/** The text with a corner and a direction of its first box at infinity. */
export const withBrokenBox = (text: string): string =>
  text
    .replace("#14=CARTESIAN_POINT('',(0.,0.,30.))", "#14=CARTESIAN_POINT('',(0.,-1.E308,30.))")
    .replace("#72=DIRECTION('',(0.,1.,0.))", "#72=DIRECTION('',(1.E308,1.,0.))")

/** Two instances of one box. */
export const pairText = (): string =>
  textWith((step, world) => {
    assemblyOf(step, 'pair', world, partOf(step, 'box', world, boxSolid(step, [10, 20, 30])), 2, 15)
  })

/** Nested assemblies of ten: 10^`levels` instances in a few kilobytes. */
export const nestedText = (levels: number): string =>
  textWith((step, world) => {
    let part = partOf(step, 'box', world, boxSolid(step, [1, 1, 1]))
    for (let level = 0; level < levels; level++) {
      part = assemblyOf(step, `level ${level}`, world, part, 10, 2 * 10 ** level)
    }
  })

/** A large file with unused points and one box. */
export const pointsText = (count: number): string =>
  textWith((step, world) => {
    for (let i = 0; i < count; i++) step.add(`CARTESIAN_POINT('',(${i}.,0.,0.))`)
    partOf(step, 'box', world, boxSolid(step, [1, 1, 1]))
  })
