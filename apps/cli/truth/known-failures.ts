/** A finding that is still open, and what the table complains about because of it. */
interface KnownFailure {
  finding: string
  about: string
  complaints: readonly string[]
}

/**
 * What is known to fail, with the finding that will mend it: A and D are findings of the reviews, T
 * were found by this table. The test fails if anything else fails, and if one of these is mended:
 * remove it then.
 */
export const knownFailures: readonly KnownFailure[] = [
  {
    finding: 'T6',
    // Triangles are paired edge by edge. Where three meet, the inner one closes one chamber and leaves
    // the other open: a single edge does not tell an inner face from the missing side of a neighbour.
    about: 'Faces inside the material split a body, lose volume and go unmentioned',
    complaints: [
      'body with a wall of no thickness inside (STL) has 2 lines instead of 1',
      'body with a wall of no thickness inside (STL), mjf in mjf-pa12: misses mesh-nonmanifold, which warns',
    ],
  },
]
