/** The slugs of the resource pages in the footer; their names are in the footer's texts. */
export const resourceSlugs = [
  'design-3d-printing',
  'design-cnc',
  'design-vacuum-casting',
  'tolerances',
  'quality',
  'files',
  'shipping',
] as const
