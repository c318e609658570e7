/** The resource pages that the footer lists, by their address; each has its name in the footer's texts. */
export const resourceSlugs = [
  'design-3d-printing',
  'design-cnc',
  'design-vacuum-casting',
  'materials',
  'tolerances',
  'quality',
  'files',
  'shipping',
] as const
