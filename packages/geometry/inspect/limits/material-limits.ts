/** What inspection must know of a material: how large a part of it may be for each process, and how fine. Lengths in mm. */

export const processIds = ['sla', 'mjf', 'sls', 'slm', 'milling', 'turning', 'casting'] as const
export type ProcessId = (typeof processIds)[number]

type Block = readonly [number, number, number]
export interface Bar {
  diameterMm: number
  lengthMm: number
}
/** The largest block for each process that takes the material; a lathe has a bar. */
export type Envelopes = { readonly [P in Exclude<ProcessId, 'turning'>]?: Block } & { readonly turning?: Bar }

export interface MaterialLimits {
  id: string
  processIds: readonly ProcessId[]
  family: string
  isMetal: boolean
  envelopes: Envelopes
  minWallMm: number
  minFeatureMm: number
  minHoleMm: number
  minEngraveMm: number
}

const metals = new Set(
  'al steel tool-steel stainless brass copper bronze titanium magnesium slm-steel slm-al slm-ti slm-ni slm-co slm-cu'.split(
    ' ',
  ),
)
const softStock: Envelopes = { milling: [1000, 600, 400], turning: { diameterMm: 250, lengthMm: 500 } }
const hardStock: Envelopes = { milling: [800, 500, 400], turning: { diameterMm: 200, lengthMm: 400 } }
const mould: Envelopes = { casting: [700, 600, 500] }

type Row = readonly [
  id: string,
  family: string,
  envelopes: Envelopes,
  minWallMm: number,
  minFeatureMm: number,
  minHoleMm: number,
  minEngraveMm: number,
]
const rows: readonly Row[] = [
  ['sla-9600-white', 'resin-rigid', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-ledo-6060', 'resin-rigid', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-8228', 'resin-rigid', { sla: [580, 580, 390] }, 0.8, 0.5, 1, 0.8],
  ['sla-grey', 'resin-rigid', { sla: [580, 580, 380] }, 0.8, 0.5, 1, 0.8],
  ['sla-black', 'resin-rigid', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-imagine-black', 'resin-rigid', { sla: [580, 580, 380] }, 0.8, 0.5, 1, 0.8],
  ['sla-8001-clear', 'resin-clear', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-cby-heat', 'resin-rigid', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-9000he', 'resin-rigid', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-temp-101', 'resin-rigid', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-evolve-128', 'resin-rigid', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-watershed-xc11122', 'resin-clear', { sla: [780, 780, 530] }, 0.8, 0.5, 1, 0.8],
  ['sla-perform-ht', 'resin-filled', { sla: [600, 600, 400] }, 0.8, 0.5, 1, 0.8],
  ['sla-flex-80a', 'resin-soft', { sla: [335, 200, 300] }, 1.2, 0.5, 1, 0.8],
  ['mjf-pa12', 'nylon', { mjf: [370, 276, 360] }, 1, 0.5, 1.5, 0.8],
  ['mjf-pa12s', 'nylon', { mjf: [370, 276, 360] }, 1, 0.5, 1.5, 0.8],
  ['mjf-pa11', 'nylon', { mjf: [370, 276, 360] }, 1, 0.5, 1.5, 0.8],
  ['mjf-pa12-gb', 'nylon-filled', { mjf: [370, 276, 360] }, 1, 0.5, 1.5, 0.8],
  ['mjf-tpu-88a', 'tpu', { mjf: [370, 276, 360] }, 1.5, 0.5, 1.5, 0.8],
  ['mjf-pp', 'pp', { mjf: [370, 276, 360] }, 1, 0.5, 1.5, 0.8],
  ['mjf-pa-color', 'nylon', { mjf: [320, 175, 225] }, 2, 0.5, 1.5, 0.8],
  ['sls-pa12-3201', 'nylon', { sls: [350, 350, 400] }, 1, 0.7, 1.5, 0.8],
  ['sls-pa12-3301', 'nylon', { sls: [350, 350, 400] }, 1, 0.7, 1.5, 0.8],
  ['sls-pa12-1172', 'nylon', { sls: [250, 250, 590] }, 1, 0.7, 1.5, 0.8],
  ['sls-pa12-gf', 'nylon-filled', { sls: [340, 340, 400] }, 1.2, 0.7, 1.5, 0.8],
  ['sls-alumide', 'nylon-filled', { sls: [330, 330, 580] }, 1.2, 0.7, 1.5, 0.8],
  ['sls-pa11', 'nylon', { sls: [350, 350, 400] }, 1, 0.7, 1.5, 0.8],
  ['sls-tpu-90a', 'tpu', { sls: [350, 350, 400] }, 1.5, 0.7, 1.5, 0.8],
  ['slm-316l', 'slm-steel', { slm: [390, 290, 390] }, 1, 0.5, 1.5, 1],
  ['slm-17-4ph', 'slm-steel', { slm: [250, 250, 300] }, 1, 0.5, 1.5, 1],
  ['slm-maraging-ms1', 'slm-steel', { slm: [250, 250, 300] }, 1, 0.5, 1.5, 1],
  ['slm-alsi10mg', 'slm-al', { slm: [390, 390, 390] }, 1, 0.5, 1.5, 1],
  ['slm-ti6al4v', 'slm-ti', { slm: [250, 250, 300] }, 1, 0.5, 1.5, 1],
  ['slm-in718', 'slm-ni', { slm: [250, 250, 300] }, 1, 0.5, 1.5, 1],
  ['slm-cocrmo', 'slm-co', { slm: [250, 250, 300] }, 1, 0.5, 1.5, 1],
  ['slm-cucrzr', 'slm-cu', { slm: [250, 250, 300] }, 1, 0.5, 1.5, 1],
  ['al-6061-t6', 'al', softStock, 0.8, 0.5, 0.5, 0.25],
  ['al-6082-t6', 'al', softStock, 0.8, 0.5, 0.5, 0.25],
  ['al-7075-t6', 'al', softStock, 0.8, 0.5, 0.5, 0.25],
  ['al-2024-t351', 'al', softStock, 0.8, 0.5, 0.5, 0.25],
  ['al-5083', 'al', softStock, 0.8, 0.5, 0.5, 0.25],
  ['al-mic6', 'al', { milling: [1000, 600, 400] }, 0.8, 0.5, 0.5, 0.25],
  ['steel-1018', 'steel', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['steel-1045', 'steel', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['steel-4140', 'steel', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['steel-11smnpb30', 'steel', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['steel-d2', 'tool-steel', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['ss-303', 'stainless', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['ss-304', 'stainless', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['ss-316l', 'stainless', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['ss-420', 'stainless', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['ss-17-4ph', 'stainless', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['brass-c360', 'brass', softStock, 0.8, 0.5, 0.5, 0.25],
  ['copper-c110', 'copper', softStock, 0.8, 0.5, 0.5, 0.25],
  ['bronze-c932', 'bronze', softStock, 0.8, 0.5, 0.5, 0.25],
  ['ti-grade2', 'titanium', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['ti-grade5', 'titanium', hardStock, 0.8, 0.5, 0.5, 0.25],
  ['mg-az31b', 'magnesium', softStock, 0.8, 0.5, 0.5, 0.25],
  ['abs', 'plastic-rigid', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pom-c', 'plastic-rigid', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pa6', 'plastic-rigid', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pa66-gf30', 'plastic-rigid', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pc', 'plastic-clear', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pmma', 'plastic-clear', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pp', 'plastic-slippery', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pe-hd', 'plastic-slippery', softStock, 1.5, 0.5, 0.5, 0.25],
  ['ptfe', 'plastic-slippery', softStock, 1.5, 0.5, 0.5, 0.25],
  ['peek', 'plastic-hp', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pei', 'plastic-hp', softStock, 1.5, 0.5, 0.5, 0.25],
  ['pvc', 'plastic-rigid', softStock, 1.5, 0.5, 0.5, 0.25],
  ['fr4-g10', 'plastic-hp', { milling: [1000, 600, 400] }, 1.5, 0.5, 0.5, 0.25],
  ['uhmw-pe', 'plastic-slippery', softStock, 1.5, 0.5, 0.5, 0.25],
  ['vc-pu-abs', 'pu-rigid', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-abs-stiff', 'pu-rigid', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-hips', 'pu-rigid', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-pp', 'pu-rigid', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-ht-120', 'pu-rigid', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-fr-v0', 'pu-rigid', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-pa-gf', 'pu-rigid', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-pc-clear', 'pu-clear', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-pmma-clear', 'pu-clear', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-elastomer', 'pu-soft', mould, 1.2, 0.5, 2, 0.5],
  ['vc-pu-elastomer-clear', 'pu-soft', mould, 1.2, 0.5, 2, 0.5],
  ['vc-silicone', 'silicone', mould, 1.2, 0.5, 2, 0.5],
  ['vc-silicone-clear', 'silicone', mould, 1.2, 0.5, 2, 0.5],
]

export const materialLimits: readonly MaterialLimits[] = rows.map(
  ([id, family, envelopes, minWallMm, minFeatureMm, minHoleMm, minEngraveMm]) => ({
    id,
    processIds: processIds.filter((process) => envelopes[process] !== undefined),
    family,
    isMetal: metals.has(family),
    envelopes,
    minWallMm,
    minFeatureMm,
    minHoleMm,
    minEngraveMm,
  }),
)

const byId = new Map(materialLimits.map((material) => [material.id, material]))

/** The limits (mm) of the material of that id, if it is offered. */
export const findMaterialLimits = (id: string): MaterialLimits | undefined => byId.get(id)
