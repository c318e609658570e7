/** The metrics of rules with their units; × is a ratio, IT an ISO 286 grade. */
export const metricUnits = {
  'file.extension': 'none',
  'file.kind': 'none',
  'file.fragments': 'count',
  'file.openSurfaces': 'count',
  'mesh.openEdges': 'count',
  'mesh.nonManifoldEdges': 'count',
  'mesh.signedVolume': 'mm³',
  'mesh.shells': 'count',
  'mass.replacedPct': '%',
  'bbox.maxMm': 'mm',
  'bbox.minMm': 'mm',
  'bbox.fitsEnvelope': 'mm',
  'shape.flatness': '×',
  'shape.slenderness': '×',
  'wall.minMm': 'mm',
  'wall.maxMm': 'mm',
  'wall.maxToMin': '×',
  'wall.heightToThickness': '×',
  'gap.minMm': 'mm',
  'detail.minMm': 'mm',
  'detail.strokeMm': 'mm',
  'hole.minDiaMm': 'mm',
  'hole.maxDepthRatio': '×',
  'hole.flatBottomBlind': 'count',
  'hole.edgeDistanceRatio': '×',
  'channel.horizontalDiaMm': 'mm',
  'pin.minDiaMm': 'mm',
  'boss.wallMm': 'mm',
  'corner.minInternalRadiusMm': 'mm',
  'corner.depthToRadius': '×',
  'corner.sharpInternalCount': 'count',
  'pocket.depthToWidth': '×',
  'turning.lengthToDiameter': '×',
  'turning.plainBarRatio': '×',
  'turning.recessToMouth': '×',
  'turning.slantedFeatures': 'count',
  'turning.rotationalScore': 'none',
  'stock.removalPct': '%',
  'draft.minDeg': '°',
  'cavity.enclosedCount': 'count',
  'cavity.escapeDiaMm': 'mm',
  'support.trapped': 'none',
  'overhang.areaBelow45Pct': '%',
  'access.unreachableAreaPct': '%',
  'access.undercutPct': '%',
  'access.setups': 'count',
  'slot.reachToWidth': '×',
  'thread.minNominalMm': 'mm',
  'thread.depthRatio': '×',
  'insert.holeDepthMinusLengthMm': 'mm',
  'insert.bossWallMm': 'mm',
  'tolerance.itGrade': 'IT',
  'anodizing.quantity': 'count',
  'anodizing.typeIIIWithFit': 'none',
  'line.quantity': 'count',
  always: 'none',
} as const

export type MetricName = keyof typeof metricUnits
export type Unit = (typeof metricUnits)[MetricName]
export const metricNames = Object.keys(metricUnits) as MetricName[]

/**
 * Share of the limit within which a measured value meets it. Designers draw walls at the published
 * limit, and facets do not give their thickness better than to half a percent. The same holds for
 * the depth and width of strokes.
 */
export const metricAccuracy: { readonly [M in MetricName]?: number } = {
  'wall.minMm': 0.005,
  'wall.heightToThickness': 0.005,
  'gap.minMm': 0.005,
  'detail.minMm': 0.005,
  'detail.strokeMm': 0.005,
}
