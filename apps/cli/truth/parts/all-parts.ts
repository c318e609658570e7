import { boxes } from './boxes.ts'
import { castings } from './castings.ts'
import { details } from './details.ts'
import { files } from './files.ts'
import { holes } from './holes.ts'
import { plates } from './plates.ts'
import { pockets } from './pockets.ts'
import { ribs } from './ribs.ts'
import { shafts } from './shafts.ts'
import { threads } from './threads.ts'
import type { TruthPart } from './truth-part.ts'
import { tubes } from './tubes.ts'

/** Every part of the truth table. */
export const allParts: readonly TruthPart[] = [
  ...ribs,
  ...tubes,
  ...plates,
  ...holes,
  ...details,
  ...shafts,
  ...pockets,
  ...boxes,
  ...castings,
  ...threads,
  ...files,
]
