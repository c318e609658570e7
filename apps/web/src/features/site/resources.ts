import type { Messages } from '@cotation/messages'

type Pages = Messages['site']['resources']['pages']
export type ResourceSlug = keyof Pages

/** The resource pages with their sections, in reading order. */
export const resources = {
  'design-3d-printing': ['walls', 'holes', 'voids', 'threads'],
  'design-cnc': ['corners', 'walls', 'holes', 'turning', 'file'],
  'design-vacuum-casting': ['walls', 'draft', 'quantity', 'soft'],
  materials: ['resins', 'powders', 'metals', 'cnc', 'casting'],
  tolerances: ['printing', 'cnc', 'casting', 'advice'],
  quality: ['before', 'inspection', 'after'],
  files: ['formats', 'units', 'limits', 'retention'],
  shipping: ['carriers', 'terms', 'addresses'],
} as const satisfies { [Slug in ResourceSlug]: readonly (keyof Pages[Slug]['sections'])[] }

export const resourceSlugs = Object.keys(resources) as ResourceSlug[]

export const isResourceSlug = (slug: string): slug is ResourceSlug => slug in resources
