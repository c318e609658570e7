import { binaryStl, lathe, meshOf, plateWithHoles } from '@cotation/geometry/solids'
import { file } from '../dropped-parts.ts'

type Vec3 = readonly [x: number, y: number, z: number]
type Outline = readonly (readonly [x: number, y: number])[]

/** Extrudes an anticlockwise outline, which must be star-shaped from its first point. */
function prism(outline: Outline, height: number): ReturnType<typeof meshOf> {
  const count = outline.length
  const points = [0, height].flatMap((z) => outline.map(([x, y]): Vec3 => [x, y, z]))
  const triangles: Vec3[] = []
  for (let i = 1; i < count - 1; i++) triangles.push([0, i + 1, i], [count, count + i, count + i + 1])

  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count
    triangles.push([i, next, count + next], [i, count + next, count + i])
  }

  return meshOf(points, triangles)
}

/** An L-shaped bracket with a rounded inner corner. */
function bracket(
  width: number,
  height: number,
  sheet: number,
  radius: number,
  depth: number,
): ReturnType<typeof meshOf> {
  const steps = 12
  const inner = Array.from({ length: steps + 1 }, (_, i): readonly [number, number] => {
    const angle = Math.PI + (Math.PI / 2) * (1 - i / steps)
    const middle = sheet + radius
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)]
  })

  const half = steps / 2
  // The arc runs clockwise, from the foot's upper edge to the upright's inner face.
  const arc = inner.toReversed()
  return prism(
    [...arc.slice(half), [sheet, height], [0, height], [0, 0], [width, 0], [width, sheet], ...arc.slice(0, half)],
    depth,
  )
}

const shaft = lathe(
  [
    [0, 0],
    [7, 0],
    [8, 1],
    [8, 22],
    [12, 22],
    [12, 30],
    [10, 30],
    [10, 70],
    [8, 70],
    [8, 88],
    [6, 88],
    [6, 104],
    [5, 105],
    [0, 105],
  ],
  96,
)

const flange = lathe(
  [
    [10, 0],
    [40, 0],
    [40, 7],
    [20, 7],
    [18, 9],
    [18, 28],
    [17, 29],
    [10, 29],
  ],
  128,
)

const pulley = (segments: number) =>
  lathe(
    [
      [6, 0],
      [34, 0],
      [35, 1],
      [35, 4],
      [27, 8],
      [27, 10],
      [35, 14],
      [35, 17],
      [34, 18],
      [12, 18],
      [12, 26],
      [6, 26],
    ],
    segments,
  )

/** Its wall is below the minimum of most processes. */
const cover = lathe(
  [
    [0, 0],
    [25, 0],
    [25, 18],
    [24.4, 18],
    [24.4, 1.2],
    [0, 1.2],
  ],
  128,
)

const plate = plateWithHoles({ columns: 3, rows: 2, pitch: 32, thickness: 10 }, [
  [7, 0],
  [7, 4.5],
  [4.2, 4.5],
  [4.2, 10],
])

/** Generated parts like those of a small workshop. */
export const parts = [
  file('platine-moteur.stl', binaryStl(plate)),
  file('arbre-entree.stl', binaryStl(shaft)),
  file('bride-palier.stl', binaryStl(flange)),
  file('equerre-support.stl', binaryStl(bracket(60, 45, 5, 8, 40))),
  file('couvercle.stl', binaryStl(cover)),
  file('poulie.stl', binaryStl(pulley(128))),
]

/** A few megabytes, so that its upload can be seen. */
export const largePart = file('poulie-crantee.stl', binaryStl(pulley(6000)))

/** A truncated file. */
export const brokenPart = file('ancien-carter.stl', binaryStl(flange).subarray(0, 5000))
