/** The technologies of spec 3 with the processes that make them up, in the order they are shown. */
export const technologies = ['3d-printing', 'cnc', 'vacuum-casting'] as const
export type Technology = (typeof technologies)[number]

/** Working days of the quickest material of each process, as the catalogue has them. */
export const processes = {
  '3d-printing': [
    { id: 'sla', days: 2 },
    { id: 'mjf', days: 3 },
    { id: 'sls', days: 3 },
    { id: 'slm', days: 4 },
  ],
  cnc: [
    { id: 'milling', days: 3 },
    { id: 'turning', days: 3 },
  ],
  'vacuum-casting': [{ id: 'casting', days: 10 }],
} as const satisfies Record<Technology, readonly { id: string; days: number }[]>

/** The design guide of each technology among the resource pages. */
export const guideOf = {
  '3d-printing': 'design-3d-printing',
  cnc: 'design-cnc',
  'vacuum-casting': 'design-vacuum-casting',
} as const satisfies Record<Technology, string>

/** What `?technology=` asks for; 3D printing for anything else. */
export function technologyFromSearch(raw: string | undefined): Technology {
  return technologies.find((technology) => technology === raw) ?? '3d-printing'
}
