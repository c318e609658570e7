/** Writes small valid STEP files (AP214, mm), with every kind of entity that mutations of the fuzzer target. */

type Point = readonly [number, number, number]

export interface StepText {
  /** Adds an entity and returns its name, such as `#12`. */
  add(entity: string): string
  text(): string
}

const real = (value: number): string => (Number.isInteger(value) ? `${value}.` : String(value).toUpperCase())
const triple = (p: Point): string => `(${p.map(real).join(',')})`

export function startStep(): StepText {
  const entities: string[] = []
  return {
    add: (entity) => `#${entities.push(entity)}`,
    text: () =>
      [
        'ISO-10303-21;',
        'HEADER;',
        "FILE_DESCRIPTION(('part'),'2;1');",
        "FILE_NAME('part','2026-11-15T00:00:00',(''),(''),'','','');",
        "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));",
        'ENDSEC;',
        'DATA;',
        ...entities.map((entity, i) => `#${i + 1}=${entity};`),
        'ENDSEC;',
        'END-ISO-10303-21;',
        '',
      ].join('\n'),
  }
}

const point = ({ add }: StepText, p: Point) => add(`CARTESIAN_POINT('',${triple(p)})`)
const direction = ({ add }: StepText, d: Point) => add(`DIRECTION('',${triple(d)})`)

/** A coordinate system: origin, z axis, x axis. */
export const axes = (step: StepText, at: Point, z: Point, x: Point): string =>
  step.add(`AXIS2_PLACEMENT_3D('',${point(step, at)},${direction(step, z)},${direction(step, x)})`)

/** Units and tolerance of all shapes. */
export function context({ add }: StepText): string {
  const length = add('(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))')
  const angle = add('(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))')
  const solid = add('(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())')
  const tolerance = add(`UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),${length},'distance_accuracy_value','')`)
  return add(
    `(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${tolerance}))GLOBAL_UNIT_ASSIGNED_CONTEXT((${length},${angle},${solid}))REPRESENTATION_CONTEXT('',''))`,
  )
}

/** A product with its definition; returns the names of the definition and of its shape. */
export function product({ add }: StepText, name: string): { definition: string; shape: string } {
  const application = add("APPLICATION_CONTEXT('automotive design')")
  const mechanical = add(`PRODUCT_CONTEXT('',${application},'mechanical')`)
  const formation = add(`PRODUCT_DEFINITION_FORMATION('','',${add(`PRODUCT('${name}','${name}','',(${mechanical}))`)})`)
  const design = add(`PRODUCT_DEFINITION_CONTEXT('part definition',${application},'design')`)
  const definition = add(`PRODUCT_DEFINITION('design','',${formation},${design})`)
  return { definition, shape: add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`) }
}

const vertex = (step: StepText, p: Point) => step.add(`VERTEX_POINT('',${point(step, p)})`)

function line(step: StepText, from: Point, to: Point): string {
  const along: Point = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const length = Math.hypot(...along)
  const way = step.add(`VECTOR('',${direction(step, [along[0] / length, along[1] / length, along[2] / length])},1.)`)
  return step.add(`LINE('',${point(step, from)},${way})`)
}

function face({ add }: StepText, loop: readonly string[], surface: string): string {
  const bound = add(`FACE_OUTER_BOUND('',${add(`EDGE_LOOP('',(${loop.join(',')}))`)},.T.)`)
  return add(`ADVANCED_FACE('',(${bound}),${surface},.T.)`)
}

const oriented = ({ add }: StepText, edge: string, forwards: boolean): string =>
  add(`ORIENTED_EDGE('',*,*,${edge},.${forwards ? 'T' : 'F'}.)`)
const solidOf = ({ add }: StepText, name: string, faces: readonly string[]): string =>
  add(`MANIFOLD_SOLID_BREP('${name}',${add(`CLOSED_SHELL('',(${faces.join(',')}))`)})`)

/** Corners of the box sides, anticlockwise from outside: bit 0 is x, bit 1 is y, bit 2 is z. */
const sides: readonly (readonly number[])[] = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
]

const normals: readonly Point[] = [
  [0, 0, -1],
  [0, 0, 1],
  [0, -1, 0],
  [0, 1, 0],
  [-1, 0, 0],
  [1, 0, 0],
]

/** A box with a corner at the origin; its top may be a flat B-spline surface. */
export function boxSolid(step: StepText, [x, y, z]: Point, { splineTop = false } = {}): string {
  const corners = Array.from({ length: 8 }, (_, i): Point => [i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0])
  const vertices = corners.map((corner) => vertex(step, corner))
  const edges = new Map<string, string>()
  const edge = (a: number, b: number): string => {
    const from = Math.min(a, b)
    const to = Math.max(a, b)
    const made = edges.get(`${from} ${to}`)
    const curve = made ?? line(step, corners[from] as Point, corners[to] as Point)
    const name = made ?? step.add(`EDGE_CURVE('',${vertices[from]},${vertices[to]},${curve},.T.)`)
    edges.set(`${from} ${to}`, name)
    return oriented(step, name, a < b)
  }

  const top = (): string => {
    const grid = [0, 2, 1, 3].map((i) => point(step, corners[4 + i] as Point))
    return step.add(
      `B_SPLINE_SURFACE_WITH_KNOTS('',1,1,((${grid[0]},${grid[1]}),(${grid[2]},${grid[3]})),.UNSPECIFIED.,.F.,.F.,.F.,(2,2),(2,2),(0.,1.),(0.,1.),.UNSPECIFIED.)`,
    )
  }
  const faces = sides.map((side, i) => {
    const loop = side.map((corner, k) => edge(corner, side[(k + 1) % 4] as number))
    const normal = normals[i] as Point
    const across: Point = normal[0] === 0 ? [1, 0, 0] : [0, 1, 0]
    const plane = () => step.add(`PLANE('',${axes(step, corners[side[0] as number] as Point, normal, across)})`)
    return face(step, loop, splineTop && i === 1 ? top() : plane())
  })

  return solidOf(step, 'box', faces)
}

/** A cylinder about z with its base at the origin. */
export function cylinderSolid(step: StepText, radius: number, height: number): string {
  const low: Point = [radius, 0, 0]
  const high: Point = [radius, 0, height]
  const foot = vertex(step, low)
  const head = vertex(step, high)
  const circle = (z: number, at: string): string => {
    const curve = step.add(`CIRCLE('',${axes(step, [0, 0, z], [0, 0, 1], [1, 0, 0])},${real(radius)})`)
    return step.add(`EDGE_CURVE('',${at},${at},${curve},.T.)`)
  }
  const bottom = circle(0, foot)
  const top = circle(height, head)
  const seam = step.add(`EDGE_CURVE('',${foot},${head},${line(step, low, high)},.T.)`)
  const round = [
    oriented(step, bottom, true),
    oriented(step, seam, true),
    oriented(step, top, false),
    oriented(step, seam, false),
  ]

  const wall = step.add(`CYLINDRICAL_SURFACE('',${axes(step, [0, 0, 0], [0, 0, 1], [1, 0, 0])},${real(radius)})`)
  const flat = (z: number, up: number) => step.add(`PLANE('',${axes(step, [0, 0, z], [0, 0, up], [1, 0, 0])})`)

  return solidOf(step, 'cylinder', [
    face(step, round, wall),
    face(step, [oriented(step, bottom, false)], flat(0, -1)),
    face(step, [oriented(step, top, true)], flat(height, 1)),
  ])
}

/** A whole file with one solid. */
export function stepFile(name: string, solid: (step: StepText) => string): string {
  const step = startStep()
  const world = context(step)
  const { shape } = product(step, name)
  const frame = axes(step, [0, 0, 0], [0, 0, 1], [1, 0, 0])
  const representation = step.add(`ADVANCED_BREP_SHAPE_REPRESENTATION('${name}',(${frame},${solid(step)}),${world})`)
  step.add(`SHAPE_DEFINITION_REPRESENTATION(${shape},${representation})`)
  return step.text()
}
