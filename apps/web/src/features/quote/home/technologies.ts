/** The technologies of spec 3, in the sequence in which they are shown. */
export const technologies = ['3d-printing', 'cnc', 'vacuum-casting'] as const
export type Technology = (typeof technologies)[number]

/** The processes of each technology, with the lead time of their fastest material. */
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

/** The resource page with the design guide of each technology. */
export const guideOf = {
  '3d-printing': 'design-3d-printing',
  cnc: 'design-cnc',
  'vacuum-casting': 'design-vacuum-casting',
} as const satisfies Record<Technology, string>

/** The technology of `?technology=`; undefined if the visitor chose none. */
export const chosenTechnology = (raw: string | undefined): Technology | undefined =>
  technologies.find((technology) => technology === raw)
