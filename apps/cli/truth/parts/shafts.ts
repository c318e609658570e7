import type { Point2 } from '@cotation/geometry/solids'
import type { Modeller, Solid } from './modeller.ts'
import { inProcess, type TruthPart } from './truth-part.ts'

const rod =
  (diameterMm: number, lengthMm: number) =>
  ({ cylinder }: Modeller): Solid =>
    cylinder(diameterMm, lengthMm)

/** A shaft with a collar of 20 mm at one end. */
const collared =
  (collarMm: number, slimMm: number, lengthMm: number) =>
  ({ turned }: Modeller): Solid =>
    turned([
      [0, 0],
      [collarMm / 2, 0],
      [collarMm / 2, 20],
      [slimMm / 2, 20],
      [slimMm / 2, lengthMm],
      [0, lengthMm],
    ])

const fromProfile =
  (...profile: readonly Point2[]) =>
  ({ turned }: Modeller): Solid =>
    turned(profile)

/** A chamber of Ø 30 mm behind a neck of Ø 6 mm: no boring bar reaches its wall. */
const bottle = fromProfile([0, 0], [20, 0], [20, 60], [3, 60], [3, 40], [15, 40], [15, 10], [0, 10])

const grooveForRing = fromProfile([0, 0], [10, 0], [10, 10], [8, 10], [8, 13], [10, 13], [10, 40], [0, 40])

/** A bushing with the groove of a circlip in its bore. */
const circlipBushing = fromProfile([10, 0], [15, 0], [15, 30], [10, 30], [10, 25], [11, 25], [11, 23.7], [10, 23.7])

const blindBore = fromProfile([0, 0], [15, 0], [15, 40], [6, 40], [6, 15], [0, 15 - 6 / Math.tan((59 * Math.PI) / 180)])

const crossHole = ({ cylinder, cut }: Modeller): Solid =>
  cut(cylinder(20, 60), cylinder(5, 30, [-15, 0, 30], [1, 0, 0]))

/** A hole at 45° to the axis: live tools stand along or across it. */
const slantedHole = ({ cylinder, cut }: Modeller): Solid =>
  cut(cylinder(30, 60), cylinder(5, 60, [-22, 0, 8], [1, 0, 1]))

const wrenchFlats = ({ cylinder, box, cut }: Modeller): Solid =>
  cut(cylinder(20, 60), box([10, 30, 15], [8, -15, 0]), box([10, 30, 15], [-18, -15, 0]))

const flange = ({ cylinder, cut }: Modeller): Solid =>
  cut(
    cylinder(80, 12),
    cylinder(30, 14, [0, 0, -1]),
    cylinder(8, 14, [26, 0, -1]),
    cylinder(8, 14, [-26, 0, -1]),
    cylinder(8, 14, [0, 26, -1]),
    cylinder(8, 14, [0, -26, -1]),
  )

/** Turned parts: slender ones, ones that no lathe can make, and plain ones. */
export const shafts: readonly TruthPart[] = [
  { name: 'shaft with a collar', build: collared(20, 14, 60), truths: [inProcess('turning')] },
  { name: 'rod with L/D 6', build: rod(20, 120), truths: [inProcess('turning')] },
  {
    name: 'shaft of Ø 16 mm, 140 mm long behind its collar',
    build: collared(20, 16, 160),
    truths: [inProcess('turning', { 'slender-turning': 'warns' })],
  },
  {
    name: 'shaft of Ø 8 mm, 180 mm long behind its collar',
    build: collared(10, 8, 200),
    truths: [inProcess('turning', { 'slender-turning': 'blocks' })],
  },
  {
    name: 'ground rod with L/D 43',
    build: rod(6, 258),
    truths: [inProcess('turning', { 'slender-bar': 'informs' }, { material: 'steel-1045', claim: 'makeable' })],
  },
  {
    name: 'cylinder with an enclosed spherical void',
    build: ({ cylinder, sphere, cut }) => cut(cylinder(40, 50), sphere(20, [0, 0, 25])),
    truths: [
      inProcess('turning', { 'closed-void-cnc': 'blocks' }),
      inProcess('mjf', { 'enclosed-void': 'blocks', 'wall-too-thick-pbf': 'warns' }),
    ],
  },
  {
    name: 'hollow ball',
    build: ({ sphere, cut }) => cut(sphere(40), sphere(30)),
    facets: { deflectionMm: 0.1, angleRad: 0.4 },
    truths: [
      inProcess('turning', { 'closed-void-cnc': 'blocks' }),
      inProcess('mjf', { 'enclosed-void': 'blocks' }),
      inProcess('sla', { 'enclosed-void': 'blocks', 'support-trapped': 'warns' }),
    ],
  },
  {
    name: 'bottle with a chamber behind its neck',
    build: bottle,
    truths: [inProcess('turning', { 'undercut-turning': ['blocks', 'warns'] })],
  },
  { name: 'shaft with the groove of a ring', build: grooveForRing, truths: [inProcess('turning')] },
  { name: 'bushing with the groove of a circlip', build: circlipBushing, truths: [inProcess('turning')] },
  { name: 'shaft with a blind bore', build: blindBore, truths: [inProcess('turning')] },
  { name: 'shaft with a cross hole', build: crossHole, truths: [inProcess('turning')] },
  {
    name: 'shaft with a slanted hole',
    build: slantedHole,
    truths: [inProcess('turning', { 'slanted-turning': 'warns' }, { claim: 'makeable' })],
  },
  { name: 'shaft with wrench flats', build: wrenchFlats, truths: [inProcess('turning')] },
  { name: 'flange with four bolt holes', build: flange, truths: [inProcess('turning')] },
  {
    name: 'shaft with a bore 15 times as deep as wide',
    build: ({ cylinder, cut }) => cut(cylinder(20, 60), cylinder(4, 62, [0, 0, -1])),
    truths: [inProcess('turning', { 'hole-depth-cnc': 'warns' })],
  },
  {
    name: 'disc of 0.9 mm',
    build: rod(60, 0.9),
    truths: [inProcess('turning', { 'min-size-cnc': 'warns' })],
  },
]
